import { createHash } from 'node:crypto'
import { Problem } from './problem.ts'

/** Lists are ordered by creation time, then id, newest first, and may be asked for page by page. */
export interface PageRequest {
  limit?: number
  cursor?: string
}

/** A place in such a list. */
export interface Place {
  createdAt: string
  id: string
}

/** Which list was asked for, and by which filters: a cursor fits no other. */
export type Asked = { list: string } & Readonly<Record<string, unknown>>

const ID_FORM = /^[a-z]+_[0-9a-z]{26}$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * What the store is asked for: one row more than the page holds tells whether there is more. A cursor of another list
 * or of other filters, or a forged one, is INVALID_FIELD: what it holds goes into a statement.
 */
export function readPage(
  { limit, cursor }: PageRequest,
  asked: Asked,
  idForm: RegExp = ID_FORM,
): { limit?: number; after?: Place } {
  return {
    ...(limit !== undefined && { limit: limit + 1 }),
    ...(cursor !== undefined && { after: readCursor(cursor, asked, idForm) }),
  }
}

/** The items of the page and, where more follow, the cursor that leads on. */
export function takePage<T extends { id: string; createdAt: Date }>(
  rows: readonly T[],
  { limit }: PageRequest,
  asked: Asked,
): { items: readonly T[]; nextCursor?: string } {
  if (limit === undefined || rows.length <= limit) return { items: rows }
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (!last) return { items }
  return { items, nextCursor: writeCursor(placeOf(last), asked) }
}

/**
 * Rows of a whole list that are read, and held, at once. Each part is a statement of its own: a cursor over all of them
 * would keep a connection for as long as the slowest client reads.
 */
const ROWS_AT_ONCE = 1_000

/** A list, or one page of it. Of a long one without pages only the beginning is here; `rest` reads on as it is asked. */
export interface List<T> {
  items: T[]
  nextCursor?: string
  rest?: AsyncIterable<T[]>
}

/**
 * A page where one is asked for, every row otherwise. `select` gives rows in the order of lists, at most `limit` of
 * them and only those after a place. Places never change, so a list that is read in parts repeats and leaves out nothing.
 */
export async function readList<R extends { id: string; createdAt: Date }, T>(
  request: PageRequest,
  asked: Asked,
  select: (page: { limit: number; after?: Place }) => Promise<R[]>,
  toItem: (row: R) => T,
): Promise<List<T>> {
  const { limit = ROWS_AT_ONCE + 1, ...page } = readPage(request, asked)
  const rows = await select({ ...page, limit })
  const { items, nextCursor } = takePage(rows, { limit: limit - 1 }, asked)
  const last = items.at(-1)
  const begun = { items: items.map(toItem) }
  if (nextCursor === undefined || !last) return begun
  return request.limit !== undefined
    ? { ...begun, nextCursor }
    : { ...begun, rest: readOn(placeOf(last), select, toItem) }
}

async function* readOn<R extends { id: string; createdAt: Date }, T>(
  place: Place,
  select: (page: { limit: number; after: Place }) => Promise<R[]>,
  toItem: (row: R) => T,
): AsyncGenerator<T[], void> {
  for (let after: Place | undefined = place; after; ) {
    const rows: R[] = await select({ limit: ROWS_AT_ONCE, after })
    yield rows.map(toItem)
    const last = rows.at(-1)
    after = last && rows.length === ROWS_AT_ONCE ? placeOf(last) : undefined
  }
}

const placeOf = ({ id, createdAt }: { id: string; createdAt: Date }): Place => ({
  createdAt: createdAt.toISOString(),
  id,
})

const fingerprint = (asked: Asked): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 12)

/** Exactly as a cursor writes it: JavaScript also reads dates that the database refuses. */
const isTimestamp = (text: string): boolean => TIMESTAMP.test(text) && new Date(text).toJSON() === text

function writeCursor(place: Place, asked: Asked): string {
  return Buffer.from(JSON.stringify([place.createdAt, place.id, fingerprint(asked)])).toString('base64url')
}

function readCursor(cursor: string, asked: Asked, idForm: RegExp): Place {
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
