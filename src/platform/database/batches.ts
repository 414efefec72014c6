/** Rows that one statement deletes at most: locks stay short, and the log of changes grows evenly. */
export const BATCH_ROWS = 1_000

/** Statements of one round; what is left is for the next round. */
const BATCHES_MAX = 200

/**
 * Deletes in batches until one is not full. `deleteBatch` deletes at most so many rows and gives how many it deleted. Gives
 * how many rows are gone in all.
 */
export async function deleteInBatches(deleteBatch: (max: number) => Promise<number>): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const count = await deleteBatch(BATCH_ROWS)
    deleted += count
    if (count < BATCH_ROWS) break
  }
  return deleted
}
