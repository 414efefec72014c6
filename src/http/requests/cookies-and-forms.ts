import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { Http } from '../../api.ts'

/** Lets the pages of a scope read and set cookies. */
export async function readCookies(pages: Http): Promise<void> {
  await pages.register(cookie)
}

/** Lets the pages of a scope read forms and no other bodies. The last value of a repeated field counts. */
export async function readForms(pages: Http): Promise<void> {
  pages.removeAllContentTypeParsers()
  await pages.register(formbody, { parser: (text: string) => Object.fromEntries(new URLSearchParams(text)) })
}
