import { collectRowErrors, type ValidatedRows } from '../../api.ts'
import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Actor } from '../../shared/actor.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { isId, newId, requireId } from '../../shared/ids.ts'
import { readList } from '../../shared/pagination.ts'
import { customersLimit } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import { endUnusedApproval } from '../approvals/service.ts'
import { type Change, recordChanges } from '../audit/service.ts'
import { ownerOf } from '../events/service.ts'
import { withIdempotency } from '../idempotency/service.ts'
import {
  applyChange,
  type CustomerRow,
  duplicateTenant,
  refuseDuplicateTenants,
  toCustomer,
  toCustomerEvent,
  toNewRow,
} from './rules.ts'
import type {
  BulkCustomers,
  ChangedCustomer,
  Customer,
  CustomerChange,
  CustomerList,
  CustomerQuery,
  CustomerWithRuns,
  NewCustomer,
} from './schema.ts'
import {
  deleteCustomerRow,
  findCustomersPartner,
  findCustomerWithRuns,
  insertCustomers,
  type LockedCustomer,
  listCustomers,
  listCustomersOfTenants,
  lockCustomer,
  lockCustomerForReference,
  lockKnownCustomers,
  lockTenants,
  updateCustomer,
} from './store.ts'

/** How a customer is to be registered. */
interface Registration {
  idempotency?: IdempotencyContext | undefined
  /** Refuses a tenant that the partner has registered already, with INVALID_FIELD. */
  isStrict?: boolean
}

export async function createCustomer(
  app: App,
  actor: Actor,
  input: NewCustomer,
  { idempotency, isStrict = false }: Registration = {},
): Promise<Customer> {
  return await withIdempotency(app, idempotency, async (tx) => {
    if (isStrict) await requireNewTenant(tx, actor.partnerId, input.tenantId)
    const [created] = await createRows(app, tx, actor, [input])
    if (!created) throw customersFull(app, actor)
    return created
  })
}

/** The response to a bulk call, and the places of its rows whose tenant an older customer of the partner has. */
interface Created {
  response: BulkCustomers
  duplicates: readonly number[]
}

/** Creates a customer for each valid row until the partner's limit is reached; every other row is listed with its error. */
export async function createCustomers(
  app: App,
  actor: Actor,
  validated: ValidatedRows<NewCustomer>,
  { idempotency, isStrict = false }: Registration = {},
): Promise<Created> {
  let duplicates: readonly number[] | undefined
  const response = await withIdempotency(app, idempotency, async (tx) => {
    const tenantIds = validated.good.map(({ input }) => input.tenantId)
    const rows = isStrict
      ? refuseDuplicateTenants(validated, await findRegistered(tx, actor.partnerId, tenantIds))
      : validated
    const inputs = rows.good.map(({ input }) => input)
    const created = inputs.length > 0 ? await createRows(app, tx, actor, inputs) : []
    const errors = collectRowErrors(rows, created.length, () => customersFull(app, actor))
    const outcome = {
      created: created.length,
      failed: errors.length,
      customers: created.map(({ id, name }) => ({ id, name, status: 'created' as const })),
      errors,
    }
    // In the transaction, so that customers of a call that fails do not exist.
    duplicates = await listDuplicateTenants(tx, actor, validated, outcome)
    return outcome
  })
  // A repeated call is answered from what is stored.
  return { response, duplicates: duplicates ?? (await listDuplicateTenants(app.db, actor, validated, response)) }
}

async function listDuplicateTenants(
  db: Connection,
  { partnerId }: Actor,
  { good }: ValidatedRows<NewCustomer>,
  { customers, errors }: BulkCustomers,
): Promise<number[]> {
  if (customers.length === 0) return []
  const failed = new Set(errors.map(({ index }) => index))
  const created = good
    .filter(({ index }) => !failed.has(index))
    .map(({ index, input }, place) => ({ index, tenantId: input.tenantId.toLowerCase(), id: customers[place]?.id }))
  const tenantIds = created.map(({ tenantId }) => tenantId)
  const known = await listCustomersOfTenants(db, partnerId, tenantIds)
  const oldest = new Map(known.toReversed().map(({ id, tenantId }) => [tenantId, id]))
  return created.filter(({ tenantId, id }) => (oldest.get(tenantId) ?? id) !== id).map(({ index }) => index)
}

/** Ids of the partner's customers by their tenants, in lower case: the oldest of each of these tenants. */
async function findRegistered(
  tx: Connection,
  partnerId: string,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await lockTenants(tx, partnerId)
  const wanted = tenantIds.map((tenantId) => tenantId.toLowerCase())
  const rows = await listCustomersOfTenants(tx, partnerId, wanted)
  return new Map(rows.toReversed().map(({ id, tenantId }) => [tenantId, id]))
}

/** INVALID_FIELD, naming the other customer, if the partner has registered the tenant already. */
async function requireNewTenant(tx: Connection, partnerId: string, tenantId: string): Promise<void> {
  const [twin] = (await findRegistered(tx, partnerId, [tenantId])).values()
  if (twin !== undefined) throw duplicateTenant(twin)
}

export const customersMaxOf = ({ limits }: App, { plan }: Actor): number =>
  limits.customersPerPartner ?? customersLimit(plan)

const customersFull = (app: App, actor: Actor): Problem =>
  new Problem('LIMIT_REACHED', {
    message: `A partner on the ${actor.plan} plan has at most ${customersMaxOf(app, actor)} customers: delete one first.`,
  })

/** Creates as many customers as the limit allows, in the order of the inputs. */
async function createRows(app: App, tx: Connection, actor: Actor, inputs: readonly NewCustomer[]): Promise<Customer[]> {
  const at = app.now()
  const wanted = inputs.map(
    (input): CustomerRow => ({
      id: newId('cust'),
      partnerId: actor.partnerId,
      ...toNewRow(input),
      createdAt: at,
      updatedAt: at,
    }),
  )
  const rows = wanted.slice(0, await insertCustomers(tx, wanted, customersMaxOf(app, actor)))
  const changes = rows.map((row): Change => {
    const data = toCustomerEvent(row)
    const event = { type: 'customer.created' as const, data }
    return { action: 'customer.created', subject: row.id, owner: ownerOf(actor), after: data, event }
  })
  await recordChanges(tx, actor, at, changes)
  return rows.map(toCustomer)
}

/** The partner's customers, or those that contain `q`, newest first, or one page of them. */
export async function listOwnCustomers(
  app: App,
  actor: Actor,
  { q, ...request }: CustomerQuery,
): Promise<CustomerList> {
  const { partnerId } = actor
  const text = q?.trim()
  const { items, ...more } = await readList(
    request,
    { list: 'customers', partnerId, ...(text !== undefined && { q: text }) },
    (page) => listCustomers(app.db, partnerId, text, page),
    ({ email, ...row }) => ({ ...row, ...(email !== null && { email }) }),
  )
  return { customers: items, ...more }
}

export async function getCustomer(app: App, actor: Actor, id: string): Promise<CustomerWithRuns> {
  requireId('cust', id)
  const found = await findCustomerWithRuns(app.db, actor.partnerId, id)
  if (!found) throw new Problem('NOT_FOUND')
  const { recentRuns, ...row } = found
  return {
    ...toCustomer(row),
    recentRuns: recentRuns.map(({ completedAt, ...run }) => ({
      ...run,
      ...(completedAt !== null && { completedAt: new Date(completedAt) }),
    })),
  }
}

/**
 * A customer that another feature is about to refer to: locked against deletion until the transaction ends. NOT_FOUND if the
 * partner has no such customer.
 */
export async function requireCustomer(
  tx: Connection,
  actor: Pick<Actor, 'partnerId'>,
  id: string,
): Promise<LockedCustomer> {
  const row = isId('cust', id) ? await lockCustomerForReference(tx, actor.partnerId, id) : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: 'Customer not found.' })
  return row
}

/** The partner of any customer; undefined if it is gone. The caller must compare it with the partner that asks. */
export async function findPartnerOfCustomer(app: App, id: string): Promise<string | undefined> {
  return await findCustomersPartner(app.db, id)
}

/** Who gets an email when a report on the customer is ready; empty if the customer is gone. */
export async function listReceivers(app: App, partnerId: string, id: string): Promise<readonly string[]> {
  return (await lockCustomerForReference(app.db, partnerId, id))?.receivers ?? []
}

/** The customer's name; undefined if it is gone. */
export async function findCustomerName(app: App, partnerId: string, id: string): Promise<string | undefined> {
  return (await lockCustomerForReference(app.db, partnerId, id))?.name
}

/** Which of these ids are customers of the partner, locked against deletion, and the partner's status. */
export async function findKnownCustomers(
  tx: Connection,
  actor: Actor,
  ids: readonly string[],
): Promise<{ known: Set<string>; partnerStatus: LockedCustomer['partnerStatus'] | undefined }> {
  const formed = ids.filter((id) => isId('cust', id))
  const rows = await lockKnownCustomers(tx, actor.partnerId, formed)
  return { known: new Set(rows.map((row) => row.id)), partnerStatus: rows[0]?.partnerStatus }
}

/** Changes the given fields. Without a difference it records nothing. */
export async function changeCustomer(
  app: App,
  actor: Actor,
  id: string,
  change: CustomerChange,
  { isStrict = false }: Pick<Registration, 'isStrict'> = {},
): Promise<ChangedCustomer> {
  requireId('cust', id)
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const before = await lockCustomer(tx, actor.partnerId, id)
    if (!before) throw new Problem('NOT_FOUND')
    const { row, changedFields } = applyChange(before, change)
    if (changedFields.length === 0) return toCustomer(before)
    const isMoved = before.tenantId.toLowerCase() !== row.tenantId.toLowerCase()
    if (isStrict && isMoved) await requireNewTenant(tx, actor.partnerId, row.tenantId)
    const after = { ...row, updatedAt: at }
    await updateCustomer(tx, after)
    const data = { ...toCustomerEvent(after), changedFields }
    await recordChanges(tx, actor, at, [
      {
        action: 'customer.updated',
        subject: id,
        owner: ownerOf(actor),
        before: toCustomerEvent(before),
        after: data,
        event: { type: 'customer.updated', data },
      },
    ])
    if (isMoved) await endUnusedApproval(tx, actor, actor, before.tenantId, at)
    return toCustomer(after)
  })
}

/**
 * Deletes the customer with everything that was read of it. The usage of its runs stays. Other mentions, such as events and
 * audit rows, are erased by `features/retention` within minutes.
 */
export async function deleteCustomer(app: App, actor: Actor, id: string): Promise<void> {
  requireId('cust', id)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const row = await lockCustomer(tx, actor.partnerId, id)
    if (!row) throw new Problem('NOT_FOUND')
    await deleteCustomerRow(tx, row, at)
    const data = { ...toCustomerEvent(row), deletedAt: at.toISOString() }
    await recordChanges(tx, actor, at, [
      {
        action: 'customer.deleted',
        subject: id,
        owner: ownerOf(actor),
        before: toCustomerEvent(row),
        event: { type: 'customer.deleted', data },
      },
    ])
    await endUnusedApproval(tx, actor, actor, row.tenantId, at)
  })
}
