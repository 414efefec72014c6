import { createHmac, randomBytes } from 'node:crypto'
import type { Row } from '../content/primitives/row.ts'
import { namesOf } from './query-names.ts'

/** Properties that are returned only if `$expand` names them. */
const NAVIGATION = new Set([
  'members',
  'principal',
  'assignments',
  'settings',
  'definition',
  'presentationValues',
  'policy',
])

/** The properties of users without `$select`. */
const USER_DEFAULTS = [
  'id',
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
]

/** An item with the properties that the query asks for, and its annotations. */
export function shape(row: Row, query: URLSearchParams, path: string): Row {
  const expanded = namesOf(query.get('$expand'))
  const selected = namesOf(query.get('$select'))
  const included = selected.length > 0 ? [...selected, ...expanded] : path === '/v1.0/users' ? USER_DEFAULTS : undefined
  const isWanted = (name: string): boolean => {
    if (name.startsWith('@')) return true
    if (NAVIGATION.has(name) && !isPlain(name, path)) return expanded.includes(name)
    return included?.includes(name) ?? true
  }
  return Object.fromEntries(Object.entries(row).filter(([name]) => isWanted(name)))
}

/** The property `settings` of an access review is a plain one; that of an Intune policy needs `$expand`. */
const isPlain = (name: string, path: string): boolean => name === 'settings' && path.includes('/accessReviews/')

const MAX_TOP = 999

/** A page of a list, or why it was refused. */
type Page = { ok: true; rows: readonly Row[]; nextLink?: string } | { ok: false; code: string; message: string }

/**
 * Returns the page of a list that a URL asks for, with at most `maxItems` items. A list that has a `filter` must be
 * requested with it, and all its items match; no other filter is supported.
 */
export type CutPage = (rows: readonly Row[], path: string, url: URL, maxItems: number, filter?: string) => Page

/** Pagination whose `$skiptoken` values are valid for one path, and only in this process. */
export function createPagination(): CutPage {
  const key = randomBytes(16)

  function writeToken(path: string, offset: number): string {
    const mark = createHmac('sha256', key).update(`${path} ${offset}`).digest('hex').slice(0, 24)
    return Buffer.from(`${offset}.${mark}`).toString('base64url')
  }

  function readToken(path: string, token: string): number | undefined {
    const offset = Number.parseInt(Buffer.from(token, 'base64url').toString(), 10)
    return Number.isSafeInteger(offset) && writeToken(path, offset) === token ? offset : undefined
  }

  return (rows, path, url, maxItems, filter) => {
    const { searchParams: query } = url
    if (filter !== undefined && !query.has('$filter')) {
      return { ok: false, code: 'MissingProvider', message: 'The provider is missing.' }
    }
    const unsupported = ['$filter', '$search'].find((name) => query.has(name) && query.get(name) !== filter)
    if (unsupported) {
      return {
        ok: false,
        code: 'Request_UnsupportedQuery',
        message: `The query option ${unsupported} is not supported.`,
      }
    }
    const asked = query.get('$top')
    const top = asked === null ? MAX_TOP : Number(asked)
    if (!Number.isInteger(top) || top < 1 || top > MAX_TOP) {
      const message = `Invalid page size specified: '${asked}'. Must be between 1 and ${MAX_TOP} inclusive.`
      return { ok: false, code: 'Request_BadRequest', message }
    }
    const token = query.get('$skiptoken')
    const offset = token === null ? 0 : readToken(path, token)
    if (offset === undefined) {
      return { ok: false, code: 'Directory_ExpiredPageToken', message: 'The page token is not valid.' }
    }
    const end = offset + (asked === null ? maxItems : Math.min(top, maxItems))
    const cut = rows.slice(offset, end).map((row) => shape(row, query, path))
    if (end >= rows.length) return { ok: true, rows: cut }
    const next = new URL(url)
    next.searchParams.set('$skiptoken', writeToken(path, end))
    return { ok: true, rows: cut, nextLink: next.href }
  }
}
