import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { Http } from '../../api.ts'

/** Lets the pages of a scope read and set cookies. */
export async function readCookies(pages: Http): Promise<void> {
  await pages.register(cookie)
}

/** Makes the pages of a scope read forms and no other bodies. The last value of a repeated field counts. */
export async function readForms(pages: Http): Promise<void> {
  pages.removeAllContentTypeParsers()
  await pages.register(formbody, { parser: (text: string) => Object.fromEntries(new URLSearchParams(text)) })
}

/** Makes the routes of a scope read forms with one file of at most `maxBytes`, as a stream, and no other bodies. */
export async function readUploads(pages: Http, maxBytes: number): Promise<void> {
  pages.removeAllContentTypeParsers()
  // One byte more than allowed, so that the handler can detect a file that is too large.
  const limits = { fileSize: maxBytes + 1, files: 1, fields: 0, parts: 1, headerPairs: 20 }
  await pages.register(multipart, { limits, throwFileSizeLimit: false })
}
