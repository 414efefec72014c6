import { changeFields, changeType, sendBody, spoilBody, spoilPicture } from './body-mutations.ts'
import type { Operation } from './description.ts'
import { HOSTILE_TEXTS, hostileText } from './hostile.ts'
import type { Group } from './requests.ts'
import type { Source } from './values.ts'
import { type Account, DESTRUCTIVE, keyOf } from './world.ts'

/** A request before serialization, which a mutation may change. */
export interface Draft {
  operation: Operation
  account: Account
  params: Readonly<Record<string, string>>
  method: string
  path: string
  query: [string, string][]
  /** Raw text instead of `query`. */
  search?: string
  headers: Record<string, string | string[]>
  body?: unknown
  /** Raw bytes instead of `body`. */
  bytes?: string | Buffer
  /** Whether the response must still be one that the operation declares. */
  expectsOperation: boolean
  isOdd?: boolean
  isForeign?: boolean
}

export type Change = (draft: Draft, source: Source) => string

/** Mutates one or two things in the request; returns a description. */
export function changeRequest(draft: Draft, source: Source, without: ReadonlySet<Group>): string {
  const { random } = source
  const changes: readonly (readonly [weight: number, change: Change])[] = [
    ...(draft.body !== undefined
      ? ([
          [5, changeFields],
          [2, spoilBody],
          [1, changeType],
          ...(draft.operation.id === 'changeBrand' && !without.has('pictures') ? ([[5, spoilPicture]] as const) : []),
        ] as const)
      : ([[1, sendBody]] as const)),
    ...(draft.operation.places.length > 0 ? ([[3, changeId]] as const) : []),
    [1, changePath],
    [2, changeQuery],
    [2, changeHeaders],
    [1, changeKey],
    [1, changeMethod],
  ]
  const all = changes.flatMap(([weight, change]) => Array<Change>(weight).fill(change))
  const count = random.chance(0.2) ? 2 : 1
  return Array.from({ length: count }, () => random.pick(all)(draft, source)).join(' and ')
}

/** Id of another account's thing, of another kind, or not an id at all. */
const changeId: Change = (draft, { random, world }) => {
  const { operation } = draft
  const { segment } = random.pick(operation.places)
  const all = [...world.things.values()].flat().map(({ id }) => id)
  const [foreign, text] = [all.length > 0 ? random.pick(all) : 'run_none', hostileText(random)]
  const own = draft.params[segment] ?? ''
  const chosen = random.pick([
    foreign,
    foreign,
    text,
    own.toUpperCase(),
    `${own} `,
    `${own}x`,
    own.slice(0, -1),
    '.',
    '..',
  ])
  const id = DESTRUCTIVE.includes(operation.id) && world.protectedIds.has(chosen) ? `${chosen}x` : chosen
  // A URL cannot contain half of a surrogate pair.
  const params = { ...draft.params, [segment]: id.toWellFormed() }
  draft.path = operation.places.reduce(
    (path, place) => path.replace(`{${place.name}}`, () => encodeURIComponent(params[place.segment] ?? 'none')),
    operation.path,
  )
  draft.params = params
  // An empty id or dots result in a different path.
  if (/\/(\/|\.{1,2}(\/|$))|\/$/.test(draft.path)) draft.expectsOperation = false
  return `id of ${segment}`
}

const changePath: Change = (draft, { random }) => {
  const { path } = draft
  const changed = random.pick([
    `${path}/`,
    `${path}//`,
    path.replace('/v1/', '//v1/'),
    path.replace('/v1/', '/v1/./'),
    path.replace('/v1/', '/v1/x/../'),
    path.replace('/v1/', '/v1/%2e%2e/'),
    path.replace('/v1/', '/V1/'),
    path.replace('/v1/', '/v2/'),
    `${path}%00`,
    `${path}%`,
    `${path}%zz`,
    `${path}%ff%fe`,
    `${path};a=b`,
    `${path}.json`,
    `${path}/..`,
    path.replace(/[a-z](?=[a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${path}/${'a'.repeat(random.pick([300, 5_000]))}`,
  ])
  draft.path = changed
  draft.expectsOperation = false
  return 'path'
}

const changeQuery: Change = (draft, { random }) => {
  const { query, operation } = draft
  const name = operation.query.length > 0 && random.chance(0.8) ? random.pick(operation.query).name : 'unknown'
  const value = hostileText(random).toWellFormed()
  const choice = random.between(0, 5)
  if (choice < 2) {
    draft.query = [...query.filter(([known]) => known !== name), [name, value]]
    return `query ${name}`
  }
  const search = new URLSearchParams(query).toString()
  const encoded = encodeURIComponent(value)
  draft.search = random.pick([
    `${search}&${name}=1&${name}=${encoded}`,
    `${name}[]=1&${name}[a]=2`,
    `${name}=%`,
    `${name}=%zz%ff`,
    `%=%&&&=&${search}`,
    `${name}`,
    `?${search}`,
    `${name}=${'a'.repeat(random.pick([501, 6_000]))}`,
    `__proto__=1&constructor=2&${search}`,
    `${search};${name}=1`,
    `${name}=+1&${name}=1e2`,
  ])
  return `query string of ${name}`
}

const LATIN = HOSTILE_TEXTS.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length < 8_000)

const changeHeaders: Change = (draft, { random }) => {
  const known: readonly (readonly [name: string, values: readonly string[]])[] = [
    [
      'idempotency-key',
      ['', 'same', `k${random.between(1, 30)}`, 'k'.repeat(255), 'k'.repeat(256), 'ключ'.replace(/./g, 'ÿ')],
    ],
    [
      'prefer',
      ['handling=strict', 'handling=lenient', 'handling="strict"; x', 'respond-async, handling=strict', ';;,='],
    ],
    ['if-none-match', ['*', '""', '"x", W/"y"', ',,,', 'W/', 'x'.repeat(5_000)]],
    ['range', ['bytes=0-10', 'bytes=-1', 'bytes=99999999-', 'bytes=0-0,1-1,2-2', 'items=1']],
    ['accept', ['text/html', 'application/xml;q=1', '*/*;q=0', ';', 'application/json;q=abc']],
    ['accept-encoding', ['br', 'gzip;q=0, identity;q=0', '*;q=0', 'gzip, gzip, gzip']],
    ['x-forwarded-for', ['1.2.3.4', '::1, 10.0.0.1', 'x'.repeat(2_000)]],
    ['x-forwarded-proto', ['http', 'https,http']],
    ['x-forwarded-host', ['evil.example']],
    ['x-http-method-override', ['DELETE', 'TRACE']],
    ['x-request-id', ['req_01m7zb6f93eh8tjt63hnj0n5m0', 'mine']],
    ['cookie', ['a=b', '__Secure-questionnaire=x', '=;=;', 'x'.repeat(4_000)]],
    ['origin', ['null', 'https://evil.example']],
    ['authorization', ['Bearer x', 'Basic :']],
    ['accept-version', ['1.0.0', 'x', '*']],
  ]
  const [name, values] = random.pick(known)
  draft.headers[name] = random.chance(0.8) ? random.pick(values) : random.pick(LATIN)
  // A version in a header must not lead to another route.
  if (name === 'accept-version') draft.isOdd = true
  return `header ${name}`
}

const KEY_HEADERS = { partner: 'X-Partner-Key', distributor: 'X-Distributor-Key' } as const

const changeKey: Change = (draft, { random, world }) => {
  const { account } = draft
  const header = KEY_HEADERS[account.kind]
  const given = draft.headers[header]
  delete draft.headers[header]
  draft.isForeign = true
  const others = world.accounts.filter(({ kind }) => kind === account.kind)
  const choice = random.between(0, 6)
  if (choice === 0) return 'no key'
  if (choice === 1)
    draft.headers[header] = random.pick(['', 'x', 'pk_live_', `pk_live_${'a'.repeat(38)}`, 'k'.repeat(3_000)])
  else if (choice === 2) draft.headers[header] = `${String(given).slice(0, -1)}A`
  else if (choice === 3)
    draft.headers[KEY_HEADERS[account.kind === 'partner' ? 'distributor' : 'partner']] = given ?? ''
  else if (choice === 4) draft.headers[header] = [String(given), String(given)]
  else if (choice === 5) draft.headers.authorization = `Bearer ${String(given)}`
  else {
    draft.account = random.pick(others)
    draft.headers[header] = keyOf(random, draft.account)
    return "another account's key"
  }
  return 'key'
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'LINK', 'SEARCH', 'QUERY']

const changeMethod: Change = (draft, { random, world }) => {
  const method = random.pick(METHODS)
  const wouldEnd = method === 'DELETE' && Object.values(draft.params).some((id) => world.protectedIds.has(id))
  if (method === draft.method || wouldEnd) return 'unchanged method'
  draft.method = method
  // HEAD is declared with GET; any other method no longer matches the operation.
  if (!(method === 'HEAD' && draft.operation.method === 'GET')) draft.expectsOperation = false
  if (method === 'HEAD' || method === 'GET') {
    delete draft.body
    delete draft.bytes
  }
  return `method ${method}`
}
