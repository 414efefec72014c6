import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { AddressRefused, HostNotFound } from '../../../platform/outbound/address-guard.ts'
import type { Principal } from '../../../shared/actor.ts'
import { isId, newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { findAccount } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { newSecret, type WebhookAccount } from '../rules.ts'
import { setPreviousSecret, setSecret } from '../secrets/service.ts'
import { deleteSecrets } from '../secrets/store.ts'
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

/** An endpoint with its secret in clear text. */
export interface EndpointWithSecret {
  id: string
  secret: string
}

export interface EndpointItem {
  id: string
  url: string
  /** Absent: every kind of event. */
  events?: string[]
  pausedUntil?: Date
  createdAt: Date
  /** Pending deliveries, and how many of the last thousand failed for good. */
  pending: number
  failed: number
  lastDeliveredAt?: Date
}

/** The fields to set on an endpoint; absent ones keep their value, or get their default. */
export interface EndpointInput {
  url: string
  /** A secret of the user's own, which replaces all others at once; by default one is generated. */
  secret?: string
  /** Kinds of events; empty means every kind. */
  events?: readonly string[]
  /** Id of the endpoint to change; by default the account's only one. */
  endpointId?: string
  /** Adds an endpoint instead of changing an existing one. */
  another?: boolean
}

/** The account that an endpoint belongs to; NOT_FOUND if there is no such endpoint. */
export async function findEndpointAccount(app: App, endpointId: string): Promise<WebhookAccount> {
  const row = isId('whk', endpointId) ? await findEndpointRow(app.db, endpointId) : undefined
  const accountId = row?.partner_id ?? row?.distributor_id
  if (!accountId) throw new Problem('NOT_FOUND', { message: `There is no webhook ${endpointId}.` })
  return await findAccount(app, accountId)
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
): Promise<EndpointWithSecret> {
  await requireAddress(app, input.url)
  if (input.secret !== undefined) requireSecret(input.secret)
  const types = input.events && readTypes(input.events)
  const at = app.now()
  const secret = input.secret ?? newSecret()
  return await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id)
    const rows = await listEndpointRows(tx, account)
    const row = chooseEndpoint(rows, input)
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
    if (rows.length >= MAX_ENDPOINTS) throw invalid('url', `An account has at most ${MAX_ENDPOINTS} webhooks.`)
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

function chooseEndpoint(rows: readonly EndpointRow[], input: EndpointInput): EndpointRow | undefined {
  const { endpointId, url, another } = input
  if (endpointId !== undefined) {
    const named = rows.find(({ id }) => id === endpointId)
    if (!named) throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
    return named
  }
  const same = rows.find((row) => row.url === url)
  if (same || another || rows.length === 0) return same
  if (rows.length === 1) return rows[0]
  throw invalid('endpoint', 'The account has several webhooks: name the one to change, or ask for another.')
}

/** Changes the address or the filter of an endpoint, if given; its secret stays. */
export async function changeEndpointSettings(
  app: App,
  author: Principal,
  account: WebhookAccount,
  endpointId: string,
  { url, events }: { url?: string; events?: readonly string[] },
): Promise<void> {
  if (url !== undefined) await requireAddress(app, url)
  const types = events && readTypes(events)
  await changeEndpoint(app, author, { account, endpointId, action: 'webhook.updated' }, async (tx, at, row) => {
    const changed = { ...row, ...(url !== undefined && { url }), ...(types !== undefined && { event_types: types }) }
    await updateEndpoint(tx, row.id, { url: changed.url, event_types: changed.event_types, updated_at: at })
    return shownOf(changed)
  })
}

const shownOf = ({ url, event_types }: EndpointRow) => ({ url, events: event_types })

/** The account's endpoints, each with the state of its deliveries. */
export async function listEndpoints(app: App, account: WebhookAccount): Promise<EndpointItem[]> {
  const rows = await listEndpointRows(app.db, account)
  const health = await listHealth(
    app.db,
    rows.map(({ id }) => id),
  )
  const now = app.now()
  return rows.map((row) => {
    const { pending = 0, failed = 0, lastDeliveredAt } = health.find(({ endpointId }) => endpointId === row.id) ?? {}
    return {
      id: row.id,
      url: row.url,
      ...(row.event_types && { events: row.event_types }),
      ...(row.paused_until && row.paused_until > now && { pausedUntil: row.paused_until }),
      createdAt: row.created_at,
      pending,
      failed,
      ...(lastDeliveredAt && { lastDeliveredAt }),
    }
  })
}

/** Delays deliveries until that time, when they are sent; null ends the pause. */
export async function pauseEndpoint(
  app: App,
  author: Principal,
  account: WebhookAccount,
  endpointId: string,
  until: Date | null,
): Promise<void> {
  const action = until ? 'webhook.paused' : 'webhook.resumed'
  await changeEndpoint(app, author, { account, endpointId, action }, async (tx) => {
    await updateEndpoint(tx, endpointId, { paused_until: until })
    if (!until) await wakeEndpoint(tx, endpointId)
    return { pausedUntil: until?.toISOString() ?? null }
  })
}

/** Removes an endpoint for good: cancels its pending deliveries; its log stays. */
export async function deleteEndpoint(
  app: App,
  author: Principal,
  account: WebhookAccount,
  endpointId: string,
): Promise<void> {
  await changeEndpoint(app, author, { account, endpointId, action: 'webhook.removed' }, async (tx, at) => {
    await updateEndpoint(tx, endpointId, { enabled: false, updated_at: at })
    await deleteSecrets(tx, endpointId, ['next', 'current', 'previous'])
    await updateDeliveriesCanceled(tx, endpointId)
    return {}
  })
}

/** Changes one endpoint of the account under a lock and writes the audit row; `apply` returns the changed fields. */
export async function changeEndpoint(
  app: App,
  author: Principal,
  { account, endpointId, action }: { account: WebhookAccount; endpointId: string; action: string },
  apply: (tx: Connection, at: Date, row: EndpointRow) => Promise<Record<string, unknown>>,
): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id)
    const row = (await listEndpointRows(tx, account)).find(({ id }) => id === endpointId)
    if (!row) throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
    const after = await apply(tx, at, row)
    const was = Object.entries({ ...shownOf(row), pausedUntil: row.paused_until }).filter(([name]) => name in after)
    const before = was.length > 0 ? Object.fromEntries(was) : undefined
    const change = { action, subject: endpointId, owner: account.owner, after, ...(before && { before }) }
    await recordChanges(tx, author, at, [change])
  })
}

async function requireAddress(app: App, url: string): Promise<void> {
  if (url.length > MAX_URL) throw invalid('url', `The address must have at most ${MAX_URL} characters.`)
  try {
    await app.outbound.check(url)
  } catch (error) {
    if (error instanceof AddressRefused || error instanceof HostNotFound) throw invalid('url', error.message)
    throw error
  }
}
