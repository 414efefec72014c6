import type { App } from '../../../app.ts'
import type { Severity } from '../../../engine/model/verdict.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { AddressRefused, HostNotFound } from '../../../platform/outbound/address-guard.ts'
import type { Principal } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { isId, newId } from '../../../shared/ids.ts'
import type { AuditAction } from '../../../shared/portal/audit-actions.ts'
import { Problem } from '../../../shared/problem.ts'
import { findAccount } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { listFilters } from '../filters/store.ts'
import { newSecret, type WebhookAccount } from '../rules.ts'
import type { Endpoint } from '../schema.ts'
import { setPreviousSecret, setSecret } from '../secrets/service.ts'
import { deleteSecrets, listSecretStates } from '../secrets/store.ts'
import { invalid, readTypes, requireSecret } from './input.ts'
import {
  type EndpointRow,
  findEndpointRow,
  insertEndpoint,
  listEndpointRows,
  listHealth,
  lockAccount,
  updateDeliveriesCanceled,
  updateEndpoint,
  wakeEndpoint,
} from './store.ts'

const MAX_URL = 2_000
const MAX_ENDPOINTS = 20

/** A call about one endpoint of an account. */
export interface EndpointCall {
  account: WebhookAccount
  endpointId: string
  idempotency?: IdempotencyContext | undefined
}

/** An endpoint with its secret in clear text. */
export interface EndpointWithSecret {
  id: string
  secret: string
}

/** The fields to set on an endpoint; absent ones keep their value, or get their default. */
export interface EndpointInput {
  url: string
  /** A secret of the user's own, which replaces all others at once; by default one is generated. */
  secret?: string
  /** Kinds of events; empty means every kind but the optional ones. */
  events?: readonly string[]
  /** Id of the endpoint to change; by default the account's only one. */
  endpointId?: string
  /** Adds an endpoint instead of changing an existing one. */
  another?: boolean
  /** Refuses an address that another endpoint of the account has, with DUPLICATE_ITEM. */
  isNew?: boolean
}

/** The account that an endpoint belongs to; NOT_FOUND if the endpoint does not exist. */
export async function findEndpointAccount(app: App, endpointId: string): Promise<WebhookAccount> {
  const row = isId('whk', endpointId) ? await findEndpointRow(app.db, endpointId) : undefined
  const accountId = row?.partner_id ?? row?.distributor_id
  if (!accountId) throw new Problem('NOT_FOUND', { message: `Webhook ${endpointId} not found.` })
  return await findAccount(app, accountId)
}

/** The kind of account that a channel belongs to, and what it leaves out; NOT_FOUND if the endpoint does not exist. */
export async function findChannel(
  app: App,
  endpointId: string,
): Promise<{ kind: WebhookAccount['kind']; minSeverity: Severity | undefined }> {
  const row = isId('whk', endpointId) ? await findEndpointRow(app.db, endpointId) : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: `Webhook ${endpointId} not found.` })
  return { kind: row.partner_id === null ? 'distributor' : 'partner', minSeverity: row.min_severity ?? undefined }
}

/**
 * Sets the address that receives the account's events and returns the signing secret, for the only time. An existing endpoint
 * gets a new secret, and its previous one also signs for another day. INVALID_FIELD, with the reason, for an address that we
 * would not call.
 */
export async function setEndpoint(
  app: App,
  author: Principal,
  account: WebhookAccount,
  input: EndpointInput,
  idempotency?: IdempotencyContext,
): Promise<EndpointWithSecret> {
  await requireAddress(app, input.url)
  if (input.secret !== undefined) requireSecret(input.secret)
  const types = input.events && readTypes(input.events)
  const at = app.now()
  const secret = input.secret ?? newSecret()
  return await withIdempotency(app, idempotency, async (tx) => {
    await lockAccount(tx, account.id)
    const rows = await listEndpointRows(tx, account)
    const row = chooseEndpoint(rows.filter(isOfEvents), input)
    if (row && input.isNew)
      throw new Problem('DUPLICATE_ITEM', { message: `The webhook ${row.id} already has this address.` })
    if (row) {
      const events = types === undefined ? row.event_types : types
      await updateEndpoint(tx, row.id, { url: input.url, event_types: events, updated_at: at })
      // A user who brings a secret wants only that one to sign: the previous one may have leaked.
      if (input.secret === undefined) await setPreviousSecret(app, tx, row.id, at)
      else await deleteSecrets(tx, row.id, ['previous'])
      await deleteSecrets(tx, row.id, ['next'])
      await setSecret(app, tx, { endpointId: row.id, state: 'current', secret }, at)
      const after = { url: input.url, events, secret: 'changed' }
      await recordChanges(tx, author, at, [
        { action: 'webhook.updated', subject: row.id, owner: account.owner, after, before: shownOf(row) },
      ])
      return { id: row.id, secret }
    }
    requireRoom(rows)
    const id = newId('whk')
    await insertEndpoint(tx, {
      id,
      partner_id: account.kind === 'partner' ? account.id : null,
      distributor_id: account.kind === 'distributor' ? account.id : null,
      url: input.url,
      event_types: types ?? null,
      enabled: true,
      created_at: at,
      updated_at: at,
    })
    await setSecret(app, tx, { endpointId: id, state: 'current', secret }, at)
    const after = { url: input.url, events: types ?? null }
    await recordChanges(tx, author, at, [{ action: 'webhook.created', subject: id, owner: account.owner, after }])
    return { id, secret }
  })
}

const isOfEvents = ({ format }: EndpointRow): boolean => format === 'event'

/** Throws INVALID_FIELD if an account has no room for another webhook. */
export function requireRoom(rows: readonly unknown[]): void {
  if (rows.length >= MAX_ENDPOINTS) throw invalid('url', `An account has at most ${MAX_ENDPOINTS} webhooks.`)
}

function chooseEndpoint(rows: readonly EndpointRow[], input: EndpointInput): EndpointRow | undefined {
  const { endpointId, url, another, isNew } = input
  if (endpointId !== undefined) {
    const named = rows.find(({ id }) => id === endpointId)
    if (!named) throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
    return named
  }
  const same = rows.find((row) => row.url === url)
  if (same || another || isNew || rows.length === 0) return same
  if (rows.length === 1) return rows[0]
  throw invalid('endpoint', 'The account has several webhooks: say which one to change, or add another.')
}

/** Changes the address or the filter of an endpoint, if given; its secret stays. */
export async function changeEndpointSettings(
  app: App,
  author: Principal,
  call: EndpointCall,
  { url, events }: { url?: string; events?: readonly string[] },
): Promise<void> {
  if (url !== undefined) await requireAddress(app, url)
  const types = events && readTypes(events)
  await changeEndpoint(app, author, { ...call, action: 'webhook.updated' }, async (tx, at, row) => {
    requireEvents(row)
    const changed = { ...row, ...(url !== undefined && { url }), ...(types !== undefined && { event_types: types }) }
    await updateEndpoint(tx, row.id, { url: changed.url, event_types: changed.event_types, updated_at: at })
    return { after: shownOf(changed), result: undefined }
  })
}

/** Throws INVALID_FIELD for a channel, which is changed in its own way and has no signing secret. */
export function requireEvents(row: EndpointRow): void {
  if (!isOfEvents(row))
    throw invalid('endpoint', 'This is a chat channel: it has a name and an address, and no signing secret.')
}

const shownOf = ({ url, event_types }: EndpointRow) => ({ url, events: event_types })

/** The account's endpoints, each with the state of its deliveries and of its secrets. */
export async function listEndpoints(app: App, account: WebhookAccount): Promise<Endpoint[]> {
  const rows = await listEndpointRows(app.db, account)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [health, secrets, filters] = await Promise.all([
    listHealth(app.db, ids),
    listSecretStates(app.db, ids),
    listFilters(app.db, ids),
  ])
  const now = app.now()
  return rows.map((row) => {
    const filter = filters.get(row.id)
    const own = health.find(({ endpointId }) => endpointId === row.id)
    const { pending = 0, failed = 0, lastDeliveredAt, failingSince } = own ?? {}
    const valid = secrets.filter(
      ({ endpointId, expiresAt }) => endpointId === row.id && (!expiresAt || expiresAt > now),
    )
    const next = valid.find(({ state }) => state === 'next')
    const previous = valid.find(({ state }) => state === 'previous')
    return {
      id: row.id,
      ...(row.format !== 'event' && { format: row.format }),
      ...(row.name !== null && { name: row.name }),
      url: row.url,
      ...(row.event_types && { events: row.event_types }),
      ...(row.min_severity !== null && { minSeverity: row.min_severity }),
      ...(filter && { only: filter }),
      ...(row.paused_until && row.paused_until > now && { pausedUntil: row.paused_until }),
      createdAt: row.created_at,
      pending,
      failed,
      ...(lastDeliveredAt && { lastDeliveredAt }),
      ...(failingSince && { failingSince }),
      ...(next && { nextSecretSince: next.createdAt }),
      ...(previous?.expiresAt && { previousSecretUntil: previous.expiresAt }),
    }
  })
}

/** One endpoint of the account; NOT_FOUND if it has none of this id. */
export async function getEndpoint(app: App, account: WebhookAccount, endpointId: string): Promise<Endpoint> {
  const found = (await listEndpoints(app, account)).find(({ id }) => id === endpointId)
  if (!found) throw new Problem('NOT_FOUND', { message: 'The account has no such webhook.' })
  return found
}

/** Delays deliveries until that time, when they are sent; null ends the pause. */
export async function pauseEndpoint(
  app: App,
  author: Principal,
  call: EndpointCall,
  until: Date | null,
): Promise<void> {
  const action = until ? 'webhook.paused' : 'webhook.resumed'
  await changeEndpoint(app, author, { ...call, action }, async (tx) => {
    await updateEndpoint(tx, call.endpointId, { paused_until: until })
    if (!until) await wakeEndpoint(tx, call.endpointId)
    return { after: { pausedUntil: until?.toISOString() ?? null }, result: undefined }
  })
}

/** Removes an endpoint for good: cancels its pending deliveries; its log stays. */
export async function deleteEndpoint(
  app: App,
  author: Principal,
  { account, endpointId }: EndpointCall,
): Promise<void> {
  await changeEndpoint(app, author, { account, endpointId, action: 'webhook.removed' }, async (tx, at) => {
    await updateEndpoint(tx, endpointId, { enabled: false, updated_at: at })
    await deleteSecrets(tx, endpointId, ['next', 'current', 'previous'])
    await updateDeliveriesCanceled(tx, endpointId)
    return { after: {}, result: undefined }
  })
}

/**
 * Changes one endpoint of the account under a lock and writes the audit row. `apply` returns the changed fields, and what the
 * caller gets. NOT_FOUND if the account has no such endpoint.
 */
export async function changeEndpoint<T>(
  app: App,
  author: Principal,
  { account, endpointId, action, idempotency }: EndpointCall & { action: AuditAction },
  apply: (tx: Connection, at: Date, row: EndpointRow) => Promise<{ after: Record<string, unknown>; result: T }>,
): Promise<T> {
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    await lockAccount(tx, account.id)
    const row = (await listEndpointRows(tx, account)).find(({ id }) => id === endpointId)
    if (!row) throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
    const { after, result } = await apply(tx, at, row)
    const was = Object.entries({ ...shownOf(row), name: row.name, pausedUntil: row.paused_until }).filter(
      ([name]) => name in after,
    )
    const before = was.length > 0 ? Object.fromEntries(was) : undefined
    const change = { action, subject: endpointId, owner: account.owner, after, ...(before && { before }) }
    await recordChanges(tx, author, at, [change])
    return result
  })
}

/** Throws INVALID_FIELD, with the reason, for an address that we would not call. */
export async function requireAddress(app: App, url: string): Promise<void> {
  if (url.length > MAX_URL) throw invalid('url', `The address must have at most ${MAX_URL} characters.`)
  try {
    await app.outbound.check(url)
  } catch (error) {
    if (error instanceof AddressRefused || error instanceof HostNotFound) throw invalid('url', error.message)
    throw error
  }
}
