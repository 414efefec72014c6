import { readFile } from 'node:fs/promises'
import { Agent, request } from 'undici'
import { type Fields, fields, list, text } from '../src/shared/json.ts'

/** Calls the Partner API of a running service. */
export interface Client extends AsyncDisposable {
  key: string
  /** Sends a POST if there is a body; paths are below `/partner`. Throws if the response is not a success. */
  call(path: string, body?: unknown): Promise<Fields>
}

export const PARTNER = '/api/v1/partner'

/** Uses the key of the sandbox's partner without limits. */
export async function openClient(url: string, sandboxFile: string): Promise<Client> {
  const partners = list(fields(JSON.parse(await readFile(sandboxFile, 'utf8'))).partners).map(fields)
  const key = text(partners.find(({ plan }) => plan === 'enterprise')?.key) ?? ''
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  return {
    key,
    async call(path, body) {
      const response = await request(`${url}${PARTNER}${path}`, {
        dispatcher,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-partner-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await response.body.json()
      if (response.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return fields(answer)
    },
    [Symbol.asyncDispose]: () => dispatcher.close(),
  }
}
