import type { Connection } from '../../../../platform/database/database.ts'

/** Stores an event; false if it was stored before. */
export async function insertStripeEvent(
  tx: Connection,
  event: { id: string; type: string; createdAt: Date; receivedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('stripe_events')
    .values({ id: event.id, type: event.type, created_at: event.createdAt, received_at: event.receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** When the newest event was received; undefined before the first. */
export async function findNewestReceipt(db: Connection): Promise<Date | undefined> {
  const row = await db
    .selectFrom('stripe_events')
    .select('received_at')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at
}

/** Deletes at most `max` events that were received before a time; returns how many. */
export async function deleteStripeEventsBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stripe_events')
    .where('id', 'in', (eb) =>
      eb.selectFrom('stripe_events').select('id').where('received_at', '<', before).limit(max).forUpdate().skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
