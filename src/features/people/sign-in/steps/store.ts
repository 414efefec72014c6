import type { Connection } from '../../../../platform/database/database.ts'

/** A sign-in between the first factor and the session. */
export interface StepRow {
  candidates: string[]
  personId: string | null
  nextPath: string | null
  method: string
}

/** A step that has not ended. */
export async function findStepRow(db: Connection, hash: Buffer, at: Date): Promise<StepRow | undefined> {
  return await db
    .selectFrom('sign_in_steps')
    .select(['candidates', 'person_id as personId', 'next_path as nextPath', 'method'])
    .where('hash', '=', hash)
    .where('ends_at', '>', at)
    .executeTakeFirst()
}

/** Chooses one of the candidates. */
export async function updateStep(tx: Connection, hash: Buffer, personId: string): Promise<void> {
  await tx.updateTable('sign_in_steps').set({ person_id: personId }).where('hash', '=', hash).execute()
}

/** Uses a step up; false if another request has done so. */
export async function claimStep(tx: Connection, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('sign_in_steps').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows > 0n
}
