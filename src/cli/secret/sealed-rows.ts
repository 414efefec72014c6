import type { App } from '../../app.ts'
import { getResultCounts, resealObjects } from '../../features/assessments/storage/upkeep/service.ts'
import { LINK_DAYS } from '../../features/reports/rules.ts'
import { countSealedRows, resealRows, type SealedRows } from '../../platform/database/sealed-rows.ts'
import { currentKey } from '../../shared/crypto/key-ring.ts'
import { createProgressLine } from '../base/progress.ts'

/** Numbers of rows. */
export interface ResealResult {
  resealed: number
  /** Sealed under an old key, or under none. */
  remaining: number
  /** Sealed under a key that is not available. */
  unreadable: number
}

/** Counts what is sealed by key: rows of the database, and results in the object store. */
export async function countSealed(app: Pick<App, 'db' | 'secrets'>): Promise<SealedRows> {
  const { byKey, without, ...rows } = await countSealedRows(app.db, app.secrets)
  const objects = await getResultCounts(app)
  const known = new Map([...byKey].map(([id, n]) => [id, n + (objects.get(id) ?? 0)]))
  const unknown = [...objects].filter(([id]) => !byKey.has(id)).reduce((sum, [, n]) => sum + n, 0)
  return { ...rows, byKey: known, without: without + unknown }
}

/** Seals all rows under the current key, and counts those for which that was not possible. */
export async function resealAndCount(app: App, onProgress: (rows: number) => void): Promise<ResealResult> {
  const rows = await resealRows(app.db, app.secrets, onProgress)
  const objects = await resealObjects(app, (done) => onProgress(rows.resealed + done))
  const { byKey, without } = await countSealed(app)
  const current = currentKey(app.secrets).id
  const underOld = [...byKey].reduce((sum, [id, rows]) => (id === current ? sum : sum + rows), 0)
  return {
    resealed: rows.resealed + objects.resealed,
    remaining: underOld + without,
    unreadable: rows.unreadable + objects.unreadable,
  }
}

/** What the operator should do next, as sentences. */
export function adviseOn({ remaining, unreadable }: ResealResult): string[] {
  if (unreadable > 0) {
    return [`${countRows(unreadable)} cannot be decrypted with any available key: "plumbline doctor" says where.`]
  }
  if (remaining > 0) return ['Run "plumbline secret reseal" later for the rows that remain.']
  return [
    `No row needs an old key. Report links in emails need it for ${LINK_DAYS} days; after that, "plumbline secret remove" removes the old key.`,
  ]
}

export const countRows = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`)

export function createRowProgress(): (rows: number) => void {
  const show = createProgressLine()
  return (rows) => show(`${rows} rows sealed`)
}
