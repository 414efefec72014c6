import { randomBytes } from 'node:crypto'
import type { StandInAnswer } from '../../test/graph/fake-graph.ts'

/** A tenant with a malicious administrator. */
export interface HostileTenant {
  /** The response to every request. */
  name: string
  tenantId: string
  /** `pageUrl` is the address of a page that was not requested yet; undefined for an empty list. */
  answer(path: string, pageUrl: string): StandInAnswer | undefined
}

const MB = 1_000_000
const DEPTH = 100_000
/** 63 MB after parsing: just below the limit of one response. */
const EMPTY_OBJECTS = 786_000
const LONG_NAMES = 3
const NAME_LENGTH = 1_000
const PAGE_BYTES = 50 * MB
const USERS = '/v1.0/users'

const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const user = (number: number, displayName: string) => ({ id: guid(number), displayName, accountEnabled: true })

/** Bodies are created once, on first use, so that the attacker is not slowed down. */
function once(make: () => string): () => Buffer {
  let made: Buffer | undefined
  return () => (made ??= Buffer.from(make()))
}

const longNames = once(() =>
  JSON.stringify({ value: Array.from({ length: LONG_NAMES }, (_, at) => user(at, 'x'.repeat(10 * MB))) }),
)
const nested = once(() => `{"value":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`)
const structure = once(() => `{"value":[${'{},'.repeat(EMPTY_OBJECTS)}{}]}`)
const largeItems = once(() => {
  // Compresses to half at best, just below the limit of what a run may store.
  const noise = randomBytes(PAGE_BYTES / 2).toString('hex')
  const items = []
  for (let at = 0; at < PAGE_BYTES; at += NAME_LENGTH)
    items.push(JSON.stringify(user(at, noise.slice(at, at + NAME_LENGTH))))
  return items.join(',')
})
const largePage = (link?: string): Buffer =>
  Buffer.concat([
    Buffer.from(`{"@odata.nextLink":${JSON.stringify(link ?? null)},"value":[`),
    largeItems(),
    Buffer.from(']}'),
  ])

export const HOSTILE_TENANTS: readonly HostileTenant[] = [
  { name: 'names of 10 MB', tenantId: guid(1), answer: () => ({ raw: longNames() }) },
  { name: 'pages of 50 MB', tenantId: guid(2), answer: (_, pageUrl) => ({ raw: largePage(pageUrl) }) },
  {
    name: 'one list of 50 MB',
    tenantId: guid(3),
    answer: (path) => (path === USERS ? { raw: largePage() } : undefined),
  },
  { name: `JSON nested ${DEPTH} deep`, tenantId: guid(4), answer: () => ({ raw: nested() }) },
  {
    name: 'endless next links',
    tenantId: guid(5),
    answer: (_, pageUrl) => ({ json: { value: [user(1, 'One more')], '@odata.nextLink': pageUrl } }),
  },
  { name: 'nothing but structure', tenantId: guid(6), answer: () => ({ raw: structure() }) },
]
