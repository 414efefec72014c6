import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { Http } from '../../api.ts'

/** Lets the pages of a scope read cookies by name, and set them. */
export async function readCookies(pages: Http): Promise<void> {
  await pages.register(cookie)
}

/** Lets the pages of a scope read forms, and nothing else; of a field that comes twice the last value counts. */
export async function readForms(pages: Http): Promise<void> {
  pages.removeAllContentTypeParsers()
  await pages.register(formbody, { parser: (text: string) => Object.fromEntries(new URLSearchParams(text)) })
}
