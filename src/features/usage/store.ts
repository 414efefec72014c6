import type { Connection } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/statement.ts'

const UNLIMITED = 2_147_483_647

const upsertRun = prepare<{ partnerId: string; month: string; limit: number }>()((db, param) =>
  db
    .insertInto('usage_months')
    .values({ partner_id: param('partnerId'), month: param('month'), runs: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'month'])
        .doUpdateSet((eb) => ({ runs: eb('usage_months.runs', '+', 1) }))
        .where('usage_months.runs', '<', param('limit')),
    )
    .returning('runs'),
)

/**
 * Counts one run in the month if fewer than `limit` (-1: unlimited) are counted, and returns whether it did. The row lock
 * serializes parallel calls, so the limit is exact.
 */
export async function claimRuns(tx: Connection, partnerId: string, month: string, limit: number): Promise<boolean> {
  if (limit === 0) return false
  const rows = await upsertRun(tx, { partnerId, month, limit: limit < 0 ? UNLIMITED : limit })
  return rows.length > 0
}

/** Counts as many of `wanted` runs as the limit allows, and returns how many; undefined if none is left. */
export async function claimRunsUpTo(
  tx: Connection,
  partnerId: string,
  month: string,
  limit: number,
  wanted: number,
): Promise<number | undefined> {
  await tx
    .insertInto('usage_months')
    .values({ partner_id: partnerId, month, runs: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { runs } = await tx
    .selectFrom('usage_months')
    .select('runs')
    .where('partner_id', '=', partnerId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (limit >= 0 && runs >= limit) return undefined
  const granted = limit < 0 ? wanted : Math.min(wanted, limit - runs)
  await tx
    .updateTable('usage_months')
    .set({ runs: runs + granted })
    .where('partner_id', '=', partnerId)
    .where('month', '=', month)
    .execute()
  return granted
}

export async function releaseRuns(tx: Connection, partnerId: string, month: string, by: number): Promise<void> {
  await tx
    .updateTable('usage_months')
    .set((eb) => ({ runs: eb('runs', '-', by) }))
    .where('partner_id', '=', partnerId)
    .where('month', '=', month)
    .execute()
}
