/** An answer before it is written: an object is sent as JSON, a text as HTML, nothing as an empty body. */
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

/** What marks a request in its answer. */
export interface RequestMark {
  requestId: string
  date: Date
}

/** An error as Graph writes it. */
export function graphError(
  status: number,
  code: string,
  message: string,
  { requestId, date }: RequestMark,
  headers: Reply['headers'] = {},
): Reply {
  const innerError = { date: date.toISOString().slice(0, 19), 'request-id': requestId, 'client-request-id': requestId }
  return reply(status, { error: { code, message, innerError } }, headers)
}
