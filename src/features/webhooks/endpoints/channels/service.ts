import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Principal } from '../../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../../shared/idempotency.ts'
import { newId } from '../../../../shared/ids.ts'
import { recordChanges } from '../../../audit/service.ts'
import { withIdempotency } from '../../../idempotency/service.ts'
import {
  type ChannelFilter,
  type ChannelFormat,
  channelAddressProblem,
  channelEventsProblem,
  channelNameProblem,
} from '../../channels/rules.ts'
import { updateFilter } from '../../filters/store.ts'
import type { WebhookAccount } from '../../rules.ts'
import type { ChannelChange, NewChannel } from '../../schema.ts'
import { setSecret } from '../../secrets/service.ts'
import { invalid } from '../input.ts'
import { changeEndpoint, type EndpointCall, requireAddress, requireRoom } from '../service.ts'
import { insertEndpoint, listEndpointRows, lockAccount, updateEndpoint } from '../store.ts'

/** A chat takes messages one after the other, in order. */
const MAX_INFLIGHT = 1

/**
 * Adds a chat that gets messages about events; returns its id. Its address is sealed like a webhook secret, because
 * anybody who has it can write there. INVALID_FIELD, with the reason, for invalid input.
 */
export async function createChannel(
  app: App,
  author: Principal,
  account: WebhookAccount,
  { format, name, url, events, minSeverity, only }: NewChannel,
  idempotency?: IdempotencyContext,
): Promise<{ id: string }> {
  requireFields(format, { name, url, events })
  await requireAddress(app, url)
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    await lockAccount(tx, account.id)
    requireRoom(await listEndpointRows(tx, account))
    const id = newId('whk')
    const shown = { url: originOf(url), name: name.trim(), event_types: unique(events) }
    const filter = { min_severity: minSeverity ?? null, is_filtered: only !== undefined }
    await insertEndpoint(tx, {
      id,
      partner_id: account.kind === 'partner' ? account.id : null,
      distributor_id: account.kind === 'distributor' ? account.id : null,
      format,
      ...shown,
      ...filter,
      max_inflight: MAX_INFLIGHT,
      enabled: true,
      created_at: at,
      updated_at: at,
    })
    await saveAddress(app, tx, id, url, at)
    if (only) await saveFilter(tx, account, id, only)
    const chosen = { ...(minSeverity && { minSeverity }), ...(only && { only }) }
    const after = { format, name: shown.name, url: shown.url, events: shown.event_types, ...chosen }
    await recordChanges(tx, author, at, [{ action: 'webhook.created', subject: id, owner: account.owner, after }])
    return { id }
  })
}

/** Changes the given fields of a channel. INVALID_FIELD as for a new one, and for a webhook that is not a channel. */
export async function changeChannel(
  app: App,
  author: Principal,
  call: EndpointCall,
  { name, url, events, minSeverity, only }: ChannelChange,
): Promise<void> {
  if (url !== undefined) await requireAddress(app, url)
  await changeEndpoint(app, author, { ...call, action: 'webhook.updated' }, async (tx, at, row) => {
    if (row.format === 'event') throw invalid('endpoint', 'This webhook is not a chat channel.')
    requireFields(row.format, {
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(events && { events }),
    })
    const changed = {
      ...(name !== undefined && { name: name.trim() }),
      ...(url !== undefined && { url: originOf(url) }),
      ...(events && { event_types: unique(events) }),
    }
    await updateEndpoint(tx, row.id, {
      ...changed,
      ...(minSeverity !== undefined && { min_severity: minSeverity }),
      ...(only !== undefined && { is_filtered: only !== null }),
      updated_at: at,
    })
    if (url !== undefined) await saveAddress(app, tx, row.id, url, at)
    if (only !== undefined) await saveFilter(tx, call.account, row.id, only)
    const { event_types, ...shown } = changed
    const after = {
      ...shown,
      ...(event_types && { events: event_types }),
      ...(url !== undefined && { address: 'changed' }),
      ...(minSeverity !== undefined && { minSeverity }),
      ...(only !== undefined && { only }),
    }
    return { after, result: undefined }
  })
}

/** Throws INVALID_FIELD for customers and groups that the account does not have, or none at all. */
async function saveFilter(
  tx: Connection,
  account: WebhookAccount,
  endpointId: string,
  only: ChannelFilter | null,
): Promise<void> {
  if (account.kind !== 'partner' && only === null) return
  if (account.kind !== 'partner') throw invalid('only', 'Only channels of partners can be limited to customers.')
  const { customers, groups } = { customers: unique(only?.customers ?? []), groups: unique(only?.groups ?? []) }
  const found = await updateFilter(tx, { endpointId, partnerId: account.id }, { customers, groups })
  if (only === null) return
  if (customers.length + groups.length === 0) throw invalid('only', 'Choose at least one customer or group.')
  if (found < customers.length + groups.length)
    throw invalid('only', 'One of these customers or groups does not exist.')
}

function requireFields(format: ChannelFormat, { name, url, events }: ChannelChange): void {
  const problems = [
    ['name', name === undefined ? undefined : channelNameProblem(name)],
    ['url', url === undefined ? undefined : channelAddressProblem(format, url)],
    ['events', events && channelEventsProblem(events)],
  ] as const
  for (const [field, message] of problems) if (message !== undefined) throw invalid(field, message)
}

const saveAddress = (app: App, tx: Connection, endpointId: string, secret: string, at: Date): Promise<void> =>
  setSecret(app, tx, { endpointId, state: 'current', secret }, at)

/** The part of an address that is shown; the rest is a secret. */
const originOf = (url: string): string => new URL(url).origin

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)]
