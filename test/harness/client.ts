import { Agent, request } from 'undici'

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and a wrong guess fails the test
export type Json = any

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Json
  text: string
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Sent unchanged, instead of a JSON body. */
  raw?: string | Buffer
}

/**
 * Calls one API with one key, over HTTPS. Paths are those of the contract, such as `/v1/partner/me`, of the portal or
 * of SCIM.
 */
export interface Client {
  key: string
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
}

/** A client of the API at `baseUrl`; `header` carries `key`, unless the key is empty. */
export function createClient(baseUrl: string, ca: string, header: string, key: string): Client {
  const dispatcher = new Agent({ connect: { ca }, connections: 32 })
  const call: Client['call'] = async (method, path, body, options = {}) => {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await request(`${baseUrl}${/^\/(portal|scim)\//.test(path) ? '' : '/api'}${path}`, {
      method,
      dispatcher,
      headers: {
        ...(key !== '' && { [header]: key }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    const text = await response.body.text()
    const isJson = /\bjson\b/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }
  return {
    key,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  }
}
