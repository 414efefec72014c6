import type { Span } from '../../../shared/charts/gauge.ts'
import { spanStep } from '../../../shared/charts/span-change.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { isLevelKnown } from '../../../shared/portal/enough-known.ts'
import { type Portfolio, type ResultColumns, toDistances, toTimeSteps } from '../../../shared/portal/portfolio.ts'

/** More customers are not listed at once: the list would become slow, and nobody reads it to the end. */
export const MAX_LISTED = 2_000

/** An older failure does not need attention, even if no result followed it. */
const FAILURES_MS = 30 * DAY_MS

export const failedSince = (now: Date): Date => new Date(now.getTime() - FAILURES_MS)

/** The parts of the portfolio, each list as JSON written by PostgreSQL. */
export interface PortfolioRows extends Record<string, unknown> {
  total: number
  customers: [id: string, name: string, isApproved: boolean][]
  groups: [id: string, name: string, members: string[]][]
  results: [
    customerId: string,
    product: string,
    /** Newest first. */
    scores: [score: number, ceiling: number][],
    ceiling: number,
    /** 0 to 1. */
    coverage: number,
    level: number,
    target: number,
    critical: number,
    high: number,
    endedSeconds: number,
    findings: number,
    createdSeconds: number,
  ][]
  questions: [customerId: string, product: string, open: number][]
  runs: [customerId: string, product: string, id: string, done: number | null, of: number | null][]
  failures: [customerId: string, product: string, code: string, createdSeconds: number][]
}

/** The response in columns, without the rows of customers beyond the list. */
export function toPortfolio(rows: PortfolioRows, products: readonly string[]): Portfolio {
  const places = new Map(rows.customers.map(([id], place) => [id, place]))
  const results = toPlaced(places, rows.results)
  const startedAt = new Map(results.map(({ row }) => [`${row[0]} ${row[1]}`, row.at(-1)]))
  const failures = toPlaced(places, rows.failures).filter(({ row: [customerId, product, , at] }) => {
    return at > Number(startedAt.get(`${customerId} ${product}`) ?? 0)
  })
  return {
    total: rows.total,
    products: [...products],
    ids: rows.customers.map(([id]) => id),
    names: rows.customers.map(([, name]) => name),
    unapproved: rows.customers.flatMap(([, , isApproved], place) => (isApproved ? [] : [place])),
    groups: rows.groups.map(([id, name, members]) => ({
      id,
      name,
      members: members.flatMap((member) => places.get(member) ?? []),
    })),
    results: toColumns(results, toResultColumns),
    questions: toColumns(toPlaced(places, rows.questions), (ofOne) => ({
      customers: toDistances(ofOne.map(({ place }) => place)),
      open: ofOne.map(({ row: [, , open] }) => open),
    })),
    runs: toPlaced(places, rows.runs).map(({ place, row: [, product, id, done, of] }) => [
      place,
      product,
      id,
      done,
      of,
    ]),
    failures: failures.map(({ place, row: [, product, code] }) => [place, product, code]),
  }
}

/** A row about a customer and a product, with the customer's place in the list. */
interface Placed<T> {
  place: number
  row: T
}

type AboutProduct = readonly [customerId: string, product: string, ...unknown[]]

function toPlaced<T extends AboutProduct>(places: ReadonlyMap<string, number>, rows: readonly T[]): Placed<T>[] {
  const placed = rows.flatMap((row) => {
    const place = places.get(row[0])
    return place === undefined ? [] : [{ place, row }]
  })
  return placed.sort((one, other) => one.place - other.place)
}

function toColumns<T extends AboutProduct, C>(
  placed: readonly Placed<T>[],
  toOne: (ofOne: readonly Placed<T>[]) => C,
): Record<string, C> {
  const byProduct = Map.groupBy(placed, ({ row: [, product] }) => product)
  return Object.fromEntries([...byProduct].map(([product, ofOne]) => [product, toOne(ofOne)]))
}

const spanOf = ([score, ceiling]: [score: number, ceiling: number]): Span => ({ score, ceiling })

function toResultColumns(ofOne: readonly Placed<PortfolioRows['results'][number]>[]): ResultColumns {
  const read = <C>(column: (row: PortfolioRows['results'][number]) => C): C[] => ofOne.map(({ row }) => column(row))
  const steps = read(([, , scores]) =>
    scores
      .slice(1)
      .map(([score], index) => (scores[index]?.[0] ?? 0) - score)
      .reverse(),
  )
  const ended = read((row) => toTimeSteps(new Date(row[9] * 1000)))
  const newest = ended.reduce((latest, time) => Math.max(latest, time), 0)
  return {
    customers: toDistances(ofOne.map(({ place }) => place)),
    scores: read(([, , scores]) => scores[0]?.[0] ?? 0),
    steps: steps.flat(),
    stepCounts: steps.map(({ length }) => length),
    open: read(([, , scores, ceiling]) => ceiling - (scores[0]?.[0] ?? 0)),
    known: read(([, , [now, before]]) =>
      now && before ? now[0] - before[0] - spanStep(spanOf(before), spanOf(now)) : 0,
    ),
    coverages: read((row) => Math.round(100 * row[4])),
    levels: read((row) =>
      isLevelKnown({ coverage: row[4], maturityAchieved: row[5], findings: row[10] }) ? row[5] : null,
    ),
    targets: read((row) => row[6]),
    critical: read((row) => row[7]),
    high: read((row) => row[8]),
    newest,
    ended: ended.map((time) => newest - time),
  }
}
