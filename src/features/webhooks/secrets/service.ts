import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { WebhookSecretState } from '../../../platform/database/tables.gen.ts'
import { openRow, SealError, sealRow } from '../../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { PREVIOUS_RETENTION_MS } from '../rules.ts'
import { findSecret, upsertSecret } from './store.ts'

/** Lets the current secret sign for a while together with its replacement; returns until when. */
export async function setPreviousSecret(app: App, tx: Connection, endpointId: string, at: Date): Promise<Date> {
  // A secret that cannot be decrypted cannot sign, but must not prevent its own replacement.
  const current = await findClearSecret(app, tx, endpointId, 'current').catch((error: unknown) => {
    if (!(error instanceof SealError)) throw error
    app.log.error(
      { event: 'webhook.secret.unreadable', error, endpoint: endpointId },
      'the secret of a webhook cannot be decrypted',
    )
    return undefined
  })
  const until = new Date(at.getTime() + PREVIOUS_RETENTION_MS)
  if (current !== undefined) await setSecret(app, tx, { endpointId, state: 'previous', secret: current }, at, until)
  return until
}

/** A secret in clear text; undefined if the endpoint has none in this state. */
export async function findClearSecret(
  app: App,
  db: Connection,
  endpointId: string,
  state: WebhookSecretState,
): Promise<string | undefined> {
  const sealed = await findSecret(db, endpointId, state)
  return sealed && openRow(app.secrets, SEALED_COLUMNS.webhookSecret, [endpointId, state], sealed).toString('utf8')
}

/** Seals a secret and stores it in this state, replacing an existing one. */
export async function setSecret(
  app: App,
  tx: Connection,
  { endpointId, state, secret }: { endpointId: string; state: WebhookSecretState; secret: string },
  at: Date,
  until?: Date,
): Promise<void> {
  const sealed = sealRow(app.secrets, SEALED_COLUMNS.webhookSecret, [endpointId, state], secret)
  const row = { endpoint_id: endpointId, state, sealed, created_at: at }
  await upsertSecret(tx, { ...row, ...(until && { expires_at: until }) })
}
