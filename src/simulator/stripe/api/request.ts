import { missing } from '../protocol/failures.ts'
import { numberOf, type Parameters, textOf } from '../protocol/parameters.ts'
import type { Customer } from '../state/state.ts'
import type { World } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'

/** The inputs of a call: the world, its parameters in the types of their schema, and the ids in its path. */
export interface Call {
  world: World
  parameters: Parameters
  ids: readonly string[]
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/customers/{id}` */
  path: string
  /** The schema of the parameters; absent for calls that take none. */
  parameters?: string
  /** The parameters that the simulator supports; the other parameters of Stripe are answered with 501. */
  modelled?: readonly string[]
  /** The paths that `expand` may name. */
  expandable?: readonly string[]
  /** The schema of the answer, or of the members of a list. */
  answer: string
  isList?: boolean
  run(call: Call): Wire
}

const PAGE = ['limit', 'starting_after', 'expand']

/** The parameters of a list: those that all lists have, and its own. */
export const ofList = (...own: string[]): string[] => [...PAGE, ...own]

const MAX_PAGE = 100

/** The page of a list that `limit` and `starting_after` ask for, newest first. */
export function toPage<T extends { id: string }>(
  items: readonly T[],
  { parameters, url, toWire }: { parameters: Parameters; url: string; toWire: (item: T) => Wire },
): Wire {
  const limit = Math.min(MAX_PAGE, Math.max(1, numberOf(parameters.limit) ?? 10))
  const newest = [...items].reverse()
  const after = textOf(parameters.starting_after)
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw missing('object', after, 'starting_after')
  const page = newest.slice(start, start + limit)
  return { object: 'list', data: page.map(toWire), has_more: start + limit < newest.length, url }
}

/** Whether a time fits a filter: a number, or bounds like `{ gte: 5 }`. */
export function isInRange(at: number, filter: unknown): boolean {
  if (filter === undefined) return true
  if (typeof filter === 'number') return at === filter
  const { gt, gte, lt, lte } = filter as Record<string, number | undefined>
  return (
    (gt === undefined || at > gt) &&
    (gte === undefined || at >= gte) &&
    (lt === undefined || at < lt) &&
    (lte === undefined || at <= lte)
  )
}

export const CREATED_FILTER = ['created', 'created.gt', 'created.gte', 'created.lt', 'created.lte']

/** The object of the first id in the path, or Stripe's 404. */
export function requireOne<T>(all: ReadonlyMap<string, T>, noun: string, { ids }: Call): T {
  const [id = ''] = ids
  const found = all.get(id)
  if (found === undefined) throw missing(noun, id)
  return found
}

/** The customer that a parameter names, or Stripe's 400. */
export function requireCustomer(world: World, id: unknown, param = 'customer'): Customer {
  const customer = world.customers.get(textOf(id) ?? '')
  if (customer === undefined || customer.deleted) throw missing('customer', textOf(id) ?? '', param)
  return customer
}
