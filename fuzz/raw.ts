import type { Random } from './random.ts'
import type { FuzzRequest } from './requests.ts'
import type { World } from './world.ts'

/** Requests that no client library would send. */
export function createRawRequest(world: World, random: Random, index: number): FuzzRequest {
  const partner = world.accounts.find(({ kind }) => kind === 'partner')
  const key = [...(partner?.keys.values() ?? [])][0] ?? ''
  const [how, text] = random.pick(RAW)
  const raw = Buffer.from(text.replaceAll('KEY', `X-Partner-Key: ${key}`).replaceAll('\n', '\r\n'), 'latin1')
  return {
    index,
    goals: [],
    label: 'raw bytes',
    how,
    expected: { method: 'GET', isOdd: true },
    method: 'RAW',
    target: '',
    headers: {},
    raw,
  }
}

const END = 'Connection: close\n\n'
const ME = 'GET /api/v1/partner/me HTTP/1.1\nHost: localhost\nKEY\n'
const POST = 'POST /api/v1/partner/customers HTTP/1.1\nHost: localhost\nKEY\nContent-Type: application/json\n'

/** `\n` stands for CRLF; every request asks to close the connection. */
const RAW: readonly (readonly [how: string, text: string])[] = [
  ['absolute-form', `GET https://evil.example/api/v1/partner/customers?limit=1 HTTP/1.1\nHost: localhost\nKEY\n${END}`],
  ['absolute-form without a path', `GET https://evil.example HTTP/1.1\nHost: localhost\n${END}`],
  ['authority-form', `CONNECT evil.example:443 HTTP/1.1\nHost: evil.example\n${END}`],
  ['asterisk-form', `OPTIONS * HTTP/1.1\nHost: localhost\n${END}`],
  ['no slash', `GET api/v1/partner/me HTTP/1.1\nHost: localhost\n${END}`],
  ['two slashes', `GET //evil.example/api/v1/partner/me HTTP/1.1\nHost: localhost\nKEY\n${END}`],
  ['backslashes', `GET /api\\v1\\partner\\me HTTP/1.1\nHost: localhost\n${END}`],
  ['a fragment', `GET /api/v1/partner/me#x?limit=1 HTTP/1.1\nHost: localhost\nKEY\n${END}`],
  ['a space in the target', `GET /api/v1/part ner/me HTTP/1.1\nHost: localhost\n${END}`],
  ['a byte above ASCII in the target', `GET /api/v1/partner/customers/\xff\xfe HTTP/1.1\nHost: localhost\nKEY\n${END}`],
  ['no host', `GET /api/v1/partner/me HTTP/1.1\nKEY\n${END}`],
  ['two hosts', `${ME}Host: evil.example\n${END}`],
  ['an empty host', `GET /healthz HTTP/1.1\nHost:\n${END}`],
  ['HTTP/1.0', 'GET /api/v1/partner/me HTTP/1.0\nKEY\n\n'],
  ['HTTP/2.0', `GET /api/v1/partner/me HTTP/2.0\nHost: localhost\n${END}`],
  ['HTTP/9.9', `GET / HTTP/9.9\nHost: localhost\n${END}`],
  ['a method in lower case', `get /api/v1/partner/me HTTP/1.1\nHost: localhost\n${END}`],
  ['an unknown method', `FROBNICATE /api/v1/partner/me HTTP/1.1\nHost: localhost\n${END}`],
  ['a folded header', `${ME}X-Folded: a\n b\n${END}`],
  ['a space before a colon', `${ME}X-Space : a\n${END}`],
  ['a header without a colon', `${ME}nonsense\n${END}`],
  ['a NUL in a header', `${ME}X-Nul: a\0b\n${END}`],
  ['two keys', `${ME}KEY\n${END}`],
  ['a header of 20 kB', `${ME}X-Long: ${'a'.repeat(20_000)}\n${END}`],
  ['two thousand headers', `${ME}${Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1\n`).join('')}${END}`],
  ['Expect: 100-continue', `${POST}Expect: 100-continue\nContent-Length: 2\n${END}{}`],
  ['Expect of something else', `${POST}Expect: the-impossible\nContent-Length: 2\n${END}{}`],
  ['two lengths', `${POST}Content-Length: 2\nContent-Length: 3\n${END}{}`],
  ['a negative length', `${POST}Content-Length: -1\n${END}{}`],
  ['a length that is not a number', `${POST}Content-Length: 0x2\n${END}{}`],
  ['length and chunks', `${POST}Content-Length: 2\nTransfer-Encoding: chunked\n${END}2\n{}\n0\n\n`],
  ['chunks', `${POST}Transfer-Encoding: chunked\n${END}2\n{}\n0\n\n`],
  ['chunks with trailers', `${POST}Transfer-Encoding: chunked\n${END}2\n{}\n0\nX-Trailer: a\n\n`],
  ['a chunk size that is not a number', `${POST}Transfer-Encoding: chunked\n${END}zz\n{}\n0\n\n`],
  ['a chunk size out of range', `${POST}Transfer-Encoding: chunked\n${END}${'f'.repeat(17)}\n{}\n0\n\n`],
  ['an unknown transfer encoding', `${POST}Transfer-Encoding: gzip\n${END}{}`],
  ['a body on GET', `${ME}Content-Type: application/json\nContent-Length: 5\n${END}{"a":`],
  ['an upgrade', `${ME}Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Key: x\n\n`],
  ['an upgrade to HTTP/2', `${ME}Upgrade: h2c\nConnection: Upgrade, HTTP2-Settings\nHTTP2-Settings: x\n\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\n\nSM\n\n'],
  ['not HTTP at all', 'hello\n\n'],
  ['NUL bytes', '\0\0\0\0\n\n'],
]
