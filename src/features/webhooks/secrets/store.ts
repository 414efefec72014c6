import type { Connection } from '../../../platform/database/database.ts'
import type { WebhookSecretState } from '../../../platform/database/tables.gen.ts'

export async function findSecret(
  db: Connection,
  endpointId: string,
  state: WebhookSecretState,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('webhook_secrets')
    .select('sealed')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', state)
    .executeTakeFirst()
  return row?.sealed
}

/** Which secrets endpoints have, without the secrets. */
export async function listSecretStates(db: Connection, endpointIds: readonly string[]) {
  return await db
    .selectFrom('webhook_secrets')
    .select(['endpoint_id as endpointId', 'state', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('endpoint_id', 'in', endpointIds)
    .execute()
}

/** Sets the endpoint's secret of this state, replacing an existing one. */
export async function upsertSecret(
  tx: Connection,
  row: { endpoint_id: string; state: WebhookSecretState; sealed: Buffer; created_at: Date; expires_at?: Date },
): Promise<void> {
  const { sealed, created_at, expires_at = null } = row
  await tx
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['endpoint_id', 'state']).doUpdateSet({ sealed, created_at, expires_at }),
    )
    .execute()
}

export async function deleteSecrets(
  tx: Connection,
  endpointId: string,
  states: readonly WebhookSecretState[],
): Promise<void> {
  await tx.deleteFrom('webhook_secrets').where('endpoint_id', '=', endpointId).where('state', 'in', states).execute()
}
