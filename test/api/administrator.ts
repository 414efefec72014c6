import assert from 'node:assert/strict'
import { Agent, request } from 'undici'
import type { Api } from '../harness/api.ts'

/** Who signs in at the simulated sign-in service, as its page names them. */
export type Who = 'Global Administrator' | 'Privileged Role Administrator' | 'User without a role'

export interface Page {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Where the page sends the browser, if anywhere. */
  location: string
}

/** The browser of somebody in a sample tenant: it keeps our cookie, and sends it to us alone. */
export function openBrowser(api: Api) {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  let cookie: string | undefined

  /** The addresses that the service gives are those of its public name; here it listens on another. */
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

  /** Follows a link of a simulated page; gives the address that it leads to. */
  async function follow(url: string, word: string): Promise<string> {
    const page = await open(url)
    const [, path = ''] = new RegExp(`href="([^"]+)">${word}`).exec(page.text) ?? []
    assert.notEqual(path, '', `${word} stands on the page: ${page.text}`)
    return (await open(new URL(path.replaceAll('&amp;', '&'), url).href)).location
  }

  /** Opens the link and goes on; gives the address of the page for consent. */
  async function start(link: string): Promise<string> {
    const page = await open(link)
    assert.equal(page.status, 200, page.text)
    const sent = await send('POST', link)
    assert.equal(sent.status, 303, sent.text)
    return sent.location
  }

  /** From the link over consent to the page of the sign-in service; gives its address. */
  async function reachSignIn(link: string): Promise<string> {
    const back = await open(await follow(await start(link), 'Approve'))
    assert.equal(back.status, 303, back.text)
    return back.location
  }

  /** From the link to the address that the sign-in service sends the browser back to with a code. */
  const reachCode = async (link: string, who: Who = 'Global Administrator'): Promise<string> =>
    await follow(await reachSignIn(link), who)

  return {
    open,
    post: (url: string) => send('POST', url),
    follow,
    start,
    reachSignIn,
    reachCode,
    /** All of it; gives the page that is seen in the end. */
    approve: async (link: string, who?: Who): Promise<Page> => await open(await reachCode(link, who)),
    /** Refuses on the page for consent; gives the page that is seen in the end. */
    refuse: async (link: string): Promise<Page> => await open(await follow(await start(link), 'Refuse')),
    close: () => dispatcher.close(),
  }
}
