import type { PortfolioFilter } from '../../src/shared/portal/portfolio-filter.ts'

/** All customers that match a filter; with ids, only those of them. */
export interface PortfolioSelection {
  filter: PortfolioFilter
  customerIds?: readonly string[]
}

/** The terms that a plan change asks for. */
export interface PlanTerms {
  plan: string
  billing: string
}

/** A webhook and its secret, which only this answer has. */
export interface NewSecret {
  id: string
  secret: string
}
