import { createHash } from 'node:crypto'
import { Problem } from './problem.ts'

/** Lists are ordered by creation time, then id, newest first. They can be read page by page. */
export interface PageRequest {
  limit?: number
  cursor?: string
}

/** A position in such a list. */
export interface ListPosition {
  createdAt: string
  id: string
}

/** The requested list and its filters. A cursor is valid only for the same list and filters. */
export type Asked = { list: string } & Readonly<Record<string, unknown>>

const ID_FORM = /^[a-z]+_[0-9a-z]{26}$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * The arguments for the store. The limit is one row more than the page, which shows whether another page follows. Throws
 * INVALID_FIELD for a forged cursor, or one of another list or other filters, because its content goes into a statement.
 */
export function readPage(
  { limit, cursor }: PageRequest,
  asked: Asked,
  idForm: RegExp = ID_FORM,
): { limit?: number; after?: ListPosition } {
  return {
    ...(limit !== undefined && { limit: limit + 1 }),
    ...(cursor !== undefined && { after: readCursor(cursor, asked, idForm) }),
  }
}

/** The items of the page and, if more follow, the cursor of the next page. */
export function takePage<T extends { id: string; createdAt: Date }>(
  rows: readonly T[],
  { limit }: PageRequest,
  asked: Asked,
): { items: readonly T[]; nextCursor?: string } {
  if (limit === undefined || rows.length <= limit) return { items: rows }
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (!last) return { items }
  return { items, nextCursor: writeCursor(positionOf(last), asked) }
}

/**
 * How many rows of a complete list are in memory at once. Each part is read by a separate statement, because a database
 * cursor would occupy a connection for as long as a slow client reads.
 */
const ROWS_AT_ONCE = 1_000

/**
 * A list, or one page of it. In a long list without pages, `items` has the beginning, and `rest` reads further items as
 * it is consumed.
 */
export interface List<T> {
  items: T[]
  nextCursor?: string
  rest?: AsyncIterable<T[]>
}

/**
 * A page if one is requested, otherwise every row. `select` returns rows in the order of lists, at most `limit` of them, and
 * only those after a position. Positions never change, so a list that is read in parts neither repeats nor omits rows.
 */
export async function readList<R extends { id: string; createdAt: Date }, T>(
  request: PageRequest,
  asked: Asked,
  select: (page: { limit: number; after?: ListPosition }) => Promise<R[]>,
  toItem: (row: R) => T,
): Promise<List<T>> {
  const { limit = ROWS_AT_ONCE + 1, ...page } = readPage(request, asked)
  const rows = await select({ ...page, limit })
  const { items, nextCursor } = takePage(rows, { limit: limit - 1 }, asked)
  const last = items.at(-1)
  const firstPage = { items: items.map(toItem) }
  if (nextCursor === undefined || !last) return firstPage
  return request.limit !== undefined
    ? { ...firstPage, nextCursor }
    : { ...firstPage, rest: readOn(positionOf(last), select, toItem) }
}

async function* readOn<R extends { id: string; createdAt: Date }, T>(
  position: ListPosition,
  select: (page: { limit: number; after: ListPosition }) => Promise<R[]>,
  toItem: (row: R) => T,
): AsyncGenerator<T[], void> {
  for (let after: ListPosition | undefined = position; after; ) {
    const rows: R[] = await select({ limit: ROWS_AT_ONCE, after })
    yield rows.map(toItem)
    const last = rows.at(-1)
    after = last && rows.length === ROWS_AT_ONCE ? positionOf(last) : undefined
  }
}

const positionOf = ({ id, createdAt }: { id: string; createdAt: Date }): ListPosition => ({
  createdAt: createdAt.toISOString(),
  id,
})

const fingerprint = (asked: Asked): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 12)

/** Accepts only the format of cursors, because JavaScript also parses dates that PostgreSQL refuses. */
const isTimestamp = (text: string): boolean => TIMESTAMP.test(text) && new Date(text).toJSON() === text

function writeCursor(position: ListPosition, asked: Asked): string {
  return Buffer.from(JSON.stringify([position.createdAt, position.id, fingerprint(asked)])).toString('base64url')
}

function readCursor(cursor: string, asked: Asked, idForm: RegExp): ListPosition {
  const parts = parse(cursor)
  if (Array.isArray(parts) && parts.length === 3 && parts[2] === fingerprint(asked)) {
    const [createdAt, id]: unknown[] = parts
    if (typeof createdAt === 'string' && isTimestamp(createdAt) && typeof id === 'string' && idForm.test(id)) {
      return { createdAt, id }
    }
  }
  const message = 'cursor must be the nextCursor of a page with the same filters.'
  throw new Problem('INVALID_FIELD', { message, details: [{ field: 'cursor', code: 'INVALID_FIELD', message }] })
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
