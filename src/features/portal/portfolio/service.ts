import type { App } from '../../../app.ts'
import { FRAMEWORKS } from '../../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor } from '../../../shared/actor.ts'
import { type Portfolio, type PortfolioCustomer, readPortfolio } from '../../../shared/portal/portfolio.ts'
import { filterCustomers, type PortfolioFilter } from '../../../shared/portal/portfolio-filter.ts'
import { listProducts } from '../../assessments/service.ts'
import { customersMaxOf } from '../../customers/service.ts'
import { failedSince, MAX_LISTED, toPortfolio } from './rules.ts'
import { findPortfolio } from './store.ts'

/** A result stays in view when the plan does not include its product any more. */
const ALL_PRODUCTS = FRAMEWORKS.map(({ id }) => id)

const planProducts = (actor: Actor): string[] => listProducts(actor).products.map(({ id }) => id)

/** The partner's customers at a glance: the newest ones, as many as a list shows. */
export async function getPortfolio(app: App, actor: Actor): Promise<Portfolio> {
  const wanted = { products: ALL_PRODUCTS, max: MAX_LISTED, failedSince: failedSince(app.now()) }
  return toPortfolio(await findPortfolio(app.db, actor.partnerId, wanted), planProducts(actor))
}

/** Which customers an action is about: all that match; with ids, only those of them. */
export interface PortfolioSelection {
  filter: PortfolioFilter
  customerIds?: readonly string[] | undefined
}

/** Those of the partner's customers that match, also beyond the list. */
export async function listMatching(
  app: App,
  db: Connection,
  actor: Actor,
  selection: PortfolioSelection,
): Promise<PortfolioCustomer[]> {
  return (await listMatchingWithGroups(app, db, actor, selection)).customers
}

/** Like `listMatching`, with the names of the partner's groups by their ids. */
export async function listMatchingWithGroups(
  app: App,
  db: Connection,
  actor: Actor,
  { filter, customerIds }: PortfolioSelection,
): Promise<{ customers: PortfolioCustomer[]; groupNames: ReadonlyMap<string, string> }> {
  const now = app.now()
  const wanted = { products: ALL_PRODUCTS, max: customersMaxOf(app, actor), failedSince: failedSince(now) }
  const portfolio = toPortfolio(await findPortfolio(db, actor.partnerId, wanted), planProducts(actor))
  const matching = filterCustomers(readPortfolio(portfolio), filter, now)
  const chosen = customerIds && new Set(customerIds)
  return {
    customers: chosen ? matching.filter(({ id }) => chosen.has(id)) : matching,
    groupNames: new Map(portfolio.groups.map(({ id, name }) => [id, name])),
  }
}
