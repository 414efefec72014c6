/** A response before it is sent: an object becomes JSON, a text HTML, undefined an empty body. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: object | string | undefined
}

export interface Request {
  method: string
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export const reply = (status: number, body: Reply['body'], headers: Reply['headers'] = {}): Reply => ({
  status,
  headers,
  body,
})

/** Identifies a request in its response. */
export interface RequestInfo {
  requestId: string
  date: Date
}

/** An error in Graph's format. */
export function graphError(
  status: number,
  code: string,
  message: string,
  { requestId, date }: RequestInfo,
  headers: Reply['headers'] = {},
): Reply {
  const innerError = { date: date.toISOString().slice(0, 19), 'request-id': requestId, 'client-request-id': requestId }
  return reply(status, { error: { code, message, innerError } }, headers)
}
