import assert from 'node:assert/strict'
import { Agent, request } from 'undici'
import type { Api } from '../harness/api.ts'

/** The person who signs in, by the label on the page of the simulated sign-in service. */
export type Who = 'Global Administrator' | 'Privileged Role Administrator' | 'User without a role'

export interface Page {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Where the page redirects the browser, if it does. */
  location: string
}

/** The browser of a person in a sample tenant. It stores our cookie, and sends it only to us. */
export function openBrowser(api: Api) {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  let cookie: string | undefined

  /** The address at which tests reach the service, for a link with its public name. */
  const toServer = (url: string): URL => new URL(url.replace(/^https:\/\/app\.example/, api.baseUrl), api.baseUrl)

  async function send(method: 'GET' | 'POST', url: string): Promise<Page> {
    const target = toServer(url)
    const isOurs = target.origin === new URL(api.baseUrl).origin
    const { statusCode, headers, body } = await request(target, {
      dispatcher,
      method,
      headers: isOurs && cookie !== undefined ? { cookie } : {},
    })
    const set = [headers['set-cookie'] ?? []].flat()[0]
    if (isOurs && set !== undefined) cookie = set.split(';')[0]
    return { status: statusCode, headers, text: await body.text(), location: String(headers.location ?? '') }
  }

  const open = (url: string): Promise<Page> => send('GET', url)

  /** Follows a link on a simulated page; returns the address that it leads to. */
  async function follow(url: string, word: string): Promise<string> {
    const page = await open(url)
    const [, path = ''] = new RegExp(`href="([^"]+)">${word}`).exec(page.text) ?? []
    assert.notEqual(path, '', `${word} is on the page: ${page.text}`)
    return (await open(new URL(path.replaceAll('&amp;', '&'), url).href)).location
  }

  /** Opens the link and continues; returns the address of the consent page. */
  async function start(link: string): Promise<string> {
    const page = await open(link)
    assert.equal(page.status, 200, page.text)
    const sent = await send('POST', link)
    assert.equal(sent.status, 303, sent.text)
    return sent.location
  }

  /** Goes from the link through consent to the sign-in page; returns its address. */
  async function reachSignIn(link: string): Promise<string> {
    const back = await open(await follow(await start(link), 'Approve'))
    assert.equal(back.status, 303, back.text)
    return back.location
  }

  /** Goes from the link to the callback address with a code. */
  const reachCode = async (link: string, who: Who = 'Global Administrator'): Promise<string> =>
    await follow(await reachSignIn(link), who)

  return {
    open,
    post: (url: string) => send('POST', url),
    follow,
    start,
    reachSignIn,
    reachCode,
    /** Completes the approval; returns the final page. */
    approve: async (link: string, who?: Who): Promise<Page> => await open(await reachCode(link, who)),
    /** Refuses on the consent page; returns the final page. */
    refuse: async (link: string): Promise<Page> => await open(await follow(await start(link), 'Refuse')),
    close: () => dispatcher.close(),
  }
}
