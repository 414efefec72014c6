/** Maximum rows per delete statement: locks stay short, and the write-ahead log grows evenly. */
export const BATCH_ROWS = 1_000

/** Statements per round; the next round deletes the rest. */
const MAX_BATCHES = 200

/**
 * Deletes in batches until one is not full. `deleteBatch` deletes up to `max` rows and returns how many it deleted. Returns
 * the total.
 */
export async function deleteInBatches(deleteBatch: (max: number) => Promise<number>): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await deleteBatch(BATCH_ROWS)
    deleted += count
    if (count < BATCH_ROWS) break
  }
  return deleted
}
