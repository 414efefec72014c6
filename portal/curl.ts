import type { AccountKind } from './endpoints.ts'

/** A call of the API, relative to the part of it for this kind of account. */
export interface ApiCall {
  apiUrl: string
  /** The file of the certificate authority, if the certificate of the API is the service's own. */
  caFile?: string | undefined
  kind: AccountKind
  method: string
  path: string
  body?: unknown
}

/** The command that makes the call, with the key as a variable of the shell. */
export function toCurl({ apiUrl, caFile, kind, method, path, body }: ApiCall): string {
  const header = kind === 'partner' ? 'X-Partner-Key' : 'X-Distributor-Key'
  const url = `${apiUrl}/api/v1/${kind}${path}`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    ...(caFile === undefined ? [] : [`--cacert ${quote(caFile)}`]),
    `-H "${header}: $PLUMBLINE_KEY"`,
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d ${quote(JSON.stringify(body, undefined, 2).replaceAll('\n', '\n  '))}`,
        ]),
  ]
  return parts.join(' \\\n  ')
}

/** As one argument of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
