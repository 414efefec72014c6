import assert from 'node:assert/strict'
import { Agent, FormData, request } from 'undici'
import { getMail, listMails } from '../../src/features/mail/sending/service.ts'
import type { Api } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'

export interface Page {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

/** A person with a browser, which stores cookies. */
export interface Visitor {
  get(path: string): Promise<Page>
  /** Sends a form as the page would; does not follow redirects. */
  post(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Page>
  /** Sends any text. */
  send(path: string, body: string, headers: Record<string, string>): Promise<Page>
  /** Sends the form that attaches a file to a question; without a file, as if the person had not chosen one. */
  attach(link: string, question: string, file?: TestFile, headers?: Record<string, string>): Promise<Page>
  /** Gets a file as the browser would store it. */
  download(path: string): Promise<Page & { bytes: Buffer }>
  /** The cookies that the browser sends. */
  cookie(): string
}

export interface TestFile {
  name: string
  content: Uint8Array | string
}

export function visitorOf(api: Api): Visitor {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  let cookie = ''
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ) => {
    const answer = await request(`${api.baseUrl}${path}`, {
      method,
      dispatcher,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    const given = [answer.headers['set-cookie'] ?? []].flat()[0]
    if (given !== undefined) cookie = given.split(';')[0] ?? ''
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, text: bytes.toString('utf8'), bytes, headers: answer.headers }
  }
  return {
    attach: (link, question, file = { name: '', content: '' }, headers = {}) => {
      const form = new FormData()
      form.append('file', new Blob([Buffer.from(file.content)]), file.name)
      return call('POST', `${link}/attachments/${question}`, form, { origin: api.baseUrl, ...headers })
    },
    send: (path, body, headers) => call('POST', path, body, { origin: api.baseUrl, ...headers }),
    cookie: () => cookie,
    download: (path) => call('GET', path),
    get: (path) => call('GET', path),
    post: (path, form = {}, headers = {}) =>
      call('POST', path, new URLSearchParams(form).toString(), { origin: api.baseUrl, ...headers }),
  }
}

/** Waits until there are this many mails of a kind; newest first, with their texts. */
export async function mailsOf(
  api: Api,
  kind: string,
  count: number,
): Promise<{ to: string; subject: string; text: string }[]> {
  const found = await eventually(`${count} mails of ${kind}`, async () => {
    const mails = (await listMails(api.app, 200)).filter((mail) => mail.kind === kind)
    return mails.length >= count && mails
  })
  assert.equal(found.length, count, kind)
  return await Promise.all(
    found.map(async ({ id, to, subject }) => ({ to, subject, text: (await getMail(api.app, id)).text ?? '' })),
  )
}

/** The path of the link in an email. */
export function linkIn({ text }: { text: string }): string {
  const path = /https:\/\/app\.example(\/q\/[\w-]{43})\n/.exec(text)?.[1]
  assert.ok(path, text)
  return path
}

export function codeIn({ text }: { text: string }): string {
  const [, first, second] = /^(\d{3}) (\d{3})$/m.exec(text) ?? []
  assert.ok(first && second, text)
  return first + second
}
