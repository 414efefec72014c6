import { type Fields, fields, list, text } from '../src/shared/json.ts'
import type { Operation } from './description.ts'
import type { LogoInput } from './pictures.ts'
import type { Random } from './random.ts'

/** An account with its keys. */
export interface Account {
  kind: 'partner' | 'distributor'
  id: string
  /** By slot. */
  keys: Map<number, string>
  /** The partners of a distributor; for a partner only itself. */
  partnerIds: Set<string>
  /** Key changes of one account are sent one after the other, so that we know which keys work. */
  changing: Promise<void>
}

/** Something with an id from a response. */
export interface Thing {
  id: string
  partnerId: string
  /** Ids of what it belongs to, by the segment in the path: `{ customers: 'cust_…' }`. */
  parents: Readonly<Record<string, string>>
  status?: string
}

/** Everything that is known about the service: its accounts, and the things in their responses. */
export interface World {
  accounts: Account[]
  /** By the segment before the id in a path. */
  things: Map<string, Thing[]>
  /** Valid requests never suspend or delete these, so that completed runs and similar states remain. */
  protectedIds: Set<string>
  products: string[]
  /** Ids of questions with a valid answer, by product. */
  questions: Map<string, { id: string; answer: unknown }[]>
  requirements: string[]
  /** Values of `nextCursor`, by operation. */
  cursors: Map<string, string>
  etags: string[]
  pictures: LogoInput[]
  /** Paths of pages without a key. */
  links: { report: string; visit: string; activation: string; consent: string }
  /** Cookie of a recipient who has entered the code. */
  cookie: string
}

/** Operations that would destroy rare states: completed runs and open questionnaires. */
export const DESTRUCTIVE: readonly string[] = ['deleteCustomer', 'changeCustomer', 'suspendPartner']

/** The segment before ids with this prefix in paths. */
const SEGMENTS: Readonly<Record<string, string>> = {
  cust: 'customers',
  run: 'assessments',
  exc: 'exceptions',
  prt: 'partners',
  lnk: 'links',
  sch: 'schedules',
}
const ID = /^([a-z]+)_[0-7][0-9a-z]{25}$/
const MAX_KNOWN = 400

/** Adds the things with ids in a successful response. */
export function learn(
  world: World,
  request: { operation: Operation; account: Account; params: Readonly<Record<string, string>> },
  answer: unknown,
): void {
  const { operation, account, params } = request
  const partnerId = account.kind === 'partner' ? account.id : params.partners
  for (const item of objectsOf(answer)) learnItem(world, item, { partnerId, account, params })
  const cursor = text(fields(answer).nextCursor)
  if (cursor !== undefined) world.cursors.set(operation.id, cursor)
  const product = params.questionnaires
  if (product !== undefined) learnQuestions(world, product, fields(answer))
}

interface Context {
  partnerId: string | undefined
  account: Account
  params: Readonly<Record<string, string>>
}

function learnItem(world: World, item: Fields, { partnerId, account, params }: Context): void {
  const requirement = text(item.requirement)
  if (requirement !== undefined && world.requirements.length < MAX_KNOWN && !world.requirements.includes(requirement))
    world.requirements.push(requirement)
  const id = text(item.id)
  const [, prefix = ''] = ID.exec(id ?? '') ?? []
  // Reports are of runs or of customers, and so are the links to them.
  const isOfCustomer = params.customers !== undefined && params.assessments === undefined
  const segment = prefix === 'lnk' && isOfCustomer ? 'report-links' : SEGMENTS[prefix]
  if (id === undefined || segment === undefined) return
  if (segment === 'partners') {
    if (account.kind === 'distributor') account.partnerIds.add(id)
    if (account.kind === 'partner') return
  }
  const owner = segment === 'partners' ? id : (text(item.partnerId) ?? partnerId)
  if (owner === undefined) return
  const customerId = text(item.customerId) ?? (segment === 'customers' ? undefined : params.customers)
  const status = text(item.status)
  remember(world, segment, {
    id,
    partnerId: owner,
    parents: { partners: owner, ...(customerId !== undefined && { customers: customerId }) },
    ...(status !== undefined && { status }),
  })
}

/** Newest last. Old ones are dropped, except for protected ones. */
export function remember(world: World, segment: string, thing: Thing): void {
  const known = world.things.get(segment) ?? []
  const at = known.findIndex(({ id }) => id === thing.id)
  const before = at < 0 ? undefined : known.splice(at, 1)[0]
  known.push({ ...before, ...thing, parents: { ...before?.parents, ...thing.parents } })
  if (known.length > MAX_KNOWN) {
    const oldest = known.findIndex(({ id }) => !world.protectedIds.has(id))
    known.splice(Math.max(0, oldest), 1)
  }
  world.things.set(segment, known)
}

export function forget(world: World, segment: string, id: string): void {
  const known = world.things.get(segment) ?? []
  world.things.set(
    segment,
    known.filter((thing) => thing.id !== id && thing.parents[segment] !== id),
  )
}

/** Things that the account can reach. */
export const reachable = (world: World, account: Account, segment: string): Thing[] =>
  (world.things.get(segment) ?? []).filter(({ partnerId }) => account.partnerIds.has(partnerId))

function learnQuestions(world: World, product: string, answer: Fields): void {
  const found = [...objectsOf(answer)].flatMap(({ id, choices }) => {
    const question = text(id)
    const answers = list(choices).map((choice) => fields(choice).answer)
    return question !== undefined && answers.length > 0 ? [{ id: question, answer: answers[0] }] : []
  })
  if (found.length > 0) world.questions.set(product, found)
}

/** All objects in the response, at any depth. */
function* objectsOf(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) for (const item of value) yield* objectsOf(item)
  else if (typeof value === 'object' && value !== null) {
    yield fields(value)
    for (const inner of Object.values(value)) if (typeof inner === 'object') yield* objectsOf(inner)
  }
}

/** The key of the account that last worked. */
export const keyOf = (random: Random, { keys }: Account): string => random.pick([...keys.values()])
