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

/**
 * What the store is asked for: one row more than the page holds tells whether there is more. `filters` is everything
 * else that the list was asked for; a cursor of other filters, or a forged one, is INVALID_FIELD.
 */
export function readPage({ limit, cursor }: PageRequest, filters: unknown): { limit?: number; after?: Place } {
  return {
    ...(limit !== undefined && { limit: limit + 1 }),
    ...(cursor !== undefined && { after: readCursor(cursor, filters) }),
  }
}

/** The items of the page and, where more follow, the cursor that leads on. */
export function takePage<T extends { id: string; createdAt: Date }>(
  rows: readonly T[],
  { limit }: PageRequest,
  filters: unknown,
): { items: readonly T[]; nextCursor?: string } {
  if (limit === undefined || rows.length <= limit) return { items: rows }
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (!last) return { items }
  return { items, nextCursor: writeCursor({ createdAt: last.createdAt.toISOString(), id: last.id }, filters) }
}

const fingerprint = (filters: unknown): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 12)

function writeCursor(place: Place, filters: unknown): string {
  return Buffer.from(JSON.stringify([place.createdAt, place.id, fingerprint(filters)])).toString('base64url')
}

function readCursor(cursor: string, filters: unknown): Place {
  const parts = parse(cursor)
  if (Array.isArray(parts) && parts.length === 3 && parts[2] === fingerprint(filters)) {
    const [createdAt, id]: unknown[] = parts
    if (typeof createdAt === 'string' && typeof id === 'string' && !Number.isNaN(Date.parse(createdAt))) {
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
