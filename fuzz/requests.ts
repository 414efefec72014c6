import { fields, text, texts } from '../src/shared/json.ts'
import { type Expected, isQueued } from './check.ts'
import type { Operation } from './description.ts'
import { changeRequest, type Draft } from './mutations.ts'
import { createPageRequest } from './pages.ts'
import { type Random, randomOf } from './random.ts'
import { createRawRequest } from './raw.ts'
import { type Source, validValue } from './values.ts'
import { type Account, DESTRUCTIVE, keyOf, reachable, type Thing, type World } from './world.ts'

/** A request to send, and what its response is compared with. */
export interface FuzzRequest {
  index: number
  /** The label for counting: the id of an operation, or a kind of page or bytes. */
  label: string
  /** A description of the mutation. */
  how: string
  expected: Expected
  method: string
  /** Starts with a slash. */
  target: string
  headers: Readonly<Record<string, string | string[]>>
  body?: string | Buffer
  /** Raw bytes instead of method, target, headers and body. */
  raw?: Buffer
  /** Sent from another address, so that refused keys do not use up the limit of ours. */
  isForeign?: boolean
  /** The goals that a success reaches. */
  goals: readonly string[]
  /** Absent if nothing can be learned from the response. */
  lesson?: { operation: Operation; account: Account; params: Readonly<Record<string, string>> }
}

/** Parts of the fuzz that can be skipped. */
export const GROUPS = ['pages', 'documents', 'raw', 'pictures'] as const
export type Group = (typeof GROUPS)[number]

export interface Plan {
  seed: number
  operations: readonly Operation[]
  world: World
  without: ReadonlySet<Group>
  nowMs: number
}

const PAGES_SHARE = 0.08
const RAW_SHARE = 0.01
const CHANGED_SHARE = 0.42

/** Relative frequency of operations, by default 1: slow ones, and those that fill the database, are less frequent. */
const WEIGHTS: Readonly<Record<string, number>> = {
  createAssessment: 0.5,
  createAssessments: 0.15,
  createPartnerAssessment: 0.3,
  createCustomers: 0.3,
  createPartners: 0.2,
  getReport: 0.6,
  getPartnerReport: 0.6,
  checkCustomer: 0.3,
  changeBrand: 0.6,
  deleteCustomer: 2,
}

/** The request with this number. The same seed makes the same choices; ids are those that the service has returned. */
export function createRequest(plan: Plan, index: number): FuzzRequest {
  const random = randomOf(plan.seed, index)
  if (index % GOAL_EVERY === 0) {
    const goals = goalsOf(plan.operations)
    const goal = goals[(index / GOAL_EVERY) % goals.length]
    if (goal) return createGoalRequest(plan, goal, index)
  }
  const part = random.fraction()
  if (part < PAGES_SHARE && !plan.without.has('pages')) return createPageRequest(plan, random, index)
  if (part > 1 - RAW_SHARE && !plan.without.has('raw')) return createRawRequest(plan.world, random, index)
  const operation = pickOperation(plan.operations, random.fraction())
  const source = sourceFor(plan, random, operation)
  const draft = createDraft(source, operation)
  if (!random.chance(CHANGED_SHARE)) return toRequest(draft, index, 'as described')
  const how = changeRequest(draft, source, plan.without)
  return toRequest(draft, index, how)
}

/** Every tenth request is a valid one for one of the goals, in turn. */
const GOAL_EVERY = 10

export interface Goal {
  name: string
  operation: Operation
  format?: string
  pictureType?: string
}

/** All goals: every operation, every format of a report and every type of picture. */
export function goalsOf(operations: readonly Operation[]): Goal[] {
  return operations.flatMap((operation): Goal[] => {
    const { id, query, body } = operation
    const formats = texts(query.find(({ name }) => name === 'format')?.schema.enum)
    const logo = fields(fields(fields(body).properties).logo)
    const pictures = texts(fields(fields(logo.properties).type).enum)
    return [
      { name: id, operation },
      ...formats.map((format) => ({ name: `${id} as ${format}`, operation, format })),
      ...pictures.map((pictureType) => ({ name: `${id} with ${pictureType}`, operation, pictureType })),
    ]
  })
}

/** A valid request for the goal. */
export function createGoalRequest(plan: Plan, goal: Goal, index: number): FuzzRequest {
  const random = randomOf(plan.seed, index)
  const draft = createDraft(sourceFor(plan, random, goal.operation), goal.operation)
  const logo = plan.world.pictures.find(({ type }) => type === goal.pictureType)
  if (goal.format !== undefined) draft.query = [['format', goal.format]]
  if (logo) draft.body = { logo }
  return toRequest(draft, index, `valid, for ${goal.name}`)
}

const sourceFor = ({ world, nowMs }: Plan, random: Random, { api }: Operation): Source => ({
  random,
  world,
  account: random.pick(world.accounts.filter(({ kind }) => kind === api)),
  params: {},
  nowMs,
})

/** A request that follows the description. */
function createDraft(source: Source, operation: Operation): Draft {
  const { random, world, account } = source
  const params = pickParams(source, operation)
  const filled = { ...source, params }
  const query = operation.query.flatMap(({ name, schema }): [string, string][] => {
    if (name === 'format') return [[name, String(validValue(filled, schema, name))]]
    const cursor = world.cursors.get(operation.id)
    if (name === 'cursor') return cursor !== undefined && random.chance(0.3) ? [[name, cursor]] : []
    const share = name === 'limit' ? 0.8 : 0.2
    return random.chance(share) ? [[name, String(validValue(filled, schema, name))]] : []
  })
  const header = account.kind === 'partner' ? 'X-Partner-Key' : 'X-Distributor-Key'
  return {
    operation,
    account,
    params,
    path: fillPath(operation, params),
    query,
    headers: { [header]: keyOf(random, account) },
    ...(operation.body && { body: validValue(filled, operation.body) }),
    method: operation.method,
    expectsOperation: true,
  }
}

function pickOperation(operations: readonly Operation[], at: number): Operation {
  const weights = operations.map(({ id }) => WEIGHTS[id] ?? 1)
  let rest = at * weights.reduce((sum, weight) => sum + weight, 0)
  const found = operations.find((_, index) => {
    rest -= weights[index] ?? 0
    return rest < 0
  })
  const last = found ?? operations.at(-1)
  if (!last) throw new Error('the description has no operation')
  return last
}

/** The state of the subject that an operation needs to succeed. */
const SUBJECTS: Readonly<Record<string, (thing: Thing, world: World) => boolean>> = {
  listFindings: ({ status }) => status === 'completed',
  getReport: ({ status }) => status === 'completed',
  listPartnerFindings: ({ status }) => status === 'completed',
  getPartnerReport: ({ status }) => status === 'completed',
  getCustomerReport: ({ id }, world) => world.protectedIds.has(id),
  getPartnerCustomerReport: ({ id }, world) => world.protectedIds.has(id),
  cancelAssessment: ({ status }) => status === 'queued' || status === 'running',
  cancelPartnerAssessment: ({ status }) => status === 'queued' || status === 'running',
  deleteCustomer: ({ id }, world) => !world.protectedIds.has(id),
  changeCustomer: ({ id }, world) => !world.protectedIds.has(id),
  suspendPartner: ({ id }, world) => !world.protectedIds.has(id),
}

/** How many of the newest things are preferred, because their state is known best. */
const NEWEST = 12

/** Values of the path parameters, by the segment before them. */
function pickParams({ random, world, account }: Source, { id, places }: Operation): Record<string, string> {
  const params: Record<string, string> = {}
  for (const { segment } of places.toReversed()) {
    if (params[segment] !== undefined) continue
    if (segment === 'keys') params[segment] = String(random.between(1, 2))
    else if (segment === 'questionnaires') params[segment] = random.pick(world.products)
    else {
      const known = reachable(world, account, segment)
      const isLast = Object.keys(params).every((word) => word === 'keys' || word === 'questionnaires')
      const fitting = isLast ? known.filter((thing) => SUBJECTS[id]?.(thing, world) ?? true) : known
      const wanted = fitting.length > 0 || DESTRUCTIVE.includes(id) ? fitting : known
      if (wanted.length === 0) {
        params[segment] = 'nothing'
        continue
      }
      const thing = random.pick(random.chance(0.5) ? wanted.slice(-NEWEST) : wanted)
      params[segment] = thing.id
      for (const [word, parent] of Object.entries(thing.parents)) params[word] ??= parent
    }
  }
  return params
}

const fillPath = ({ path, places }: Operation, params: Readonly<Record<string, string>>): string =>
  places.reduce(
    (filled, { name, segment }) => filled.replace(`{${name}}`, () => encodeURIComponent(params[segment] ?? 'nothing')),
    path,
  )

function reachedBy({ operation: { id }, query, body }: Draft): string[] {
  const format = query.find(([name]) => name === 'format')?.[1]
  const type = text(fields(fields(body).logo).type)
  return [
    id,
    ...(format === undefined ? [] : [`${id} as ${format}`]),
    ...(type === undefined ? [] : [`${id} with ${type}`]),
  ]
}

function toRequest(draft: Draft, index: number, how: string): FuzzRequest {
  const { operation, account, params, method, headers, query, body, bytes } = draft
  const search = draft.search ?? new URLSearchParams(query).toString()
  const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    index,
    label: operation.id,
    how,
    expected: {
      ...(draft.expectsOperation && { operation }),
      method,
      isOdd: draft.isOdd ?? false,
      mayOverload: isQueued(draft.path),
    },
    method,
    target: `/api${draft.path}${search === '' ? '' : `?${search}`}`,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
    isForeign: draft.isForeign ?? false,
    goals: draft.expectsOperation && method === operation.method ? reachedBy(draft) : [],
    lesson: { operation, account, params },
  }
}
