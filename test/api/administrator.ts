import { Agent, request } from 'undici'
import type { Api } from '../harness/api.ts'

/** The browser of an administrator of a sample tenant. */
export function openBrowser(api: Api) {
  const dispatcher = new Agent({ connect: { ca: api.ca } })

  async function open(url: string) {
    const { statusCode, headers, body } = await request(url, { dispatcher })
    return { status: statusCode, headers, text: await body.text() }
  }

  /** Follows a word of the sign-in service's page, and gives the address of ours that it leads back to. */
  async function choose(consentUrl: string, word: 'Approve' | 'Refuse'): Promise<URL> {
    const page = await open(consentUrl)
    const [, path = ''] = new RegExp(`href="([^"]+)">${word}`).exec(page.text) ?? []
    const sent = await open(new URL(consentUrl).origin + path.replaceAll('&amp;', '&'))
    return new URL(String(sent.headers.location))
  }

  /** The page that the administrator sees in the end. */
  const answer = async (consentUrl: string, word: 'Approve' | 'Refuse') => {
    const { pathname, search } = await choose(consentUrl, word)
    return open(api.baseUrl + pathname + search)
  }

  return { open, choose, answer, close: () => dispatcher.close() }
}
