import { AGES, type PortfolioFilter, STATES } from '../../../src/shared/portal/portfolio-filter.ts'
import type { Sort } from '../../../src/shared/portal/sort-rows.ts'
import { frameworkName } from '../../frameworks.ts'
import type { FilterField } from '../../parts/filters.tsx'
import type { Query } from '../../paths.ts'
import type { Portfolio } from './words.ts'

/** The query of the address. */
export type Values = Readonly<Record<string, string | undefined>>

/** The default order: what needs attention comes first. */
const DEFAULT_SORT: Sort = { column: 'status', descending: false }

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((each) => each === value)

/** The filter as it stands in the address; what no list could have is left out. */
export function readFilter(values: Values, product: string): PortfolioFilter {
  return {
    product: values.product || product,
    q: values.q || undefined,
    state: oneOf(STATES, values.state),
    consent: oneOf(['given', 'missing'], values.consent),
    level: values.level || undefined,
    age: oneOf(AGES, values.age),
    group: values.group || undefined,
    questions: oneOf(['open', 'none'], values.questions),
    findings: oneOf(['critical', 'high'], values.findings),
  }
}

export const readSort = ({ sort, down }: Values): Sort =>
  sort === undefined ? DEFAULT_SORT : { column: sort, descending: down === '1' }

export const writeSort = ({ column, descending }: Sort): Query =>
  column === DEFAULT_SORT.column && descending === DEFAULT_SORT.descending
    ? { sort: undefined, down: undefined }
    : { sort: column, down: descending ? '1' : undefined }

/** The orders that people ask for, also those of what has no column of its own. */
const ORDERS: readonly { sort: Sort; label: string }[] = [
  { sort: DEFAULT_SORT, label: 'Needs attention first' },
  { sort: { column: 'name', descending: false }, label: 'Name' },
  { sort: { column: 'score', descending: false }, label: 'Lowest score' },
  { sort: { column: 'score', descending: true }, label: 'Highest score' },
  { sort: { column: 'trend', descending: false }, label: 'Largest fall of the score' },
  { sort: { column: 'findings', descending: true }, label: 'Worst findings' },
  { sort: { column: 'level', descending: false }, label: 'Lowest level' },
  { sort: { column: 'known', descending: false }, label: 'Least known' },
  { sort: { column: 'questions', descending: true }, label: 'Most open questions' },
  { sort: { column: 'ended', descending: false }, label: 'Oldest result' },
]

const nameOrder = ({ column, descending }: Sort): string => `${column}${descending ? '-down' : ''}`

/** The choice of an order: its value now, all there are, and what one of them is. A click on a heading may choose others. */
export function orderOf(sort: Sort) {
  const options = ORDERS.map(({ sort, label }) => ({ value: nameOrder(sort), label }))
  const value = nameOrder(sort)
  const isKnown = options.some((option) => option.value === value)
  return {
    value,
    options: isKnown ? options : [...options, { value, label: 'As in the list' }],
    read: (chosen: string): Sort => ORDERS.find((order) => nameOrder(order.sort) === chosen)?.sort ?? sort,
  }
}

/** The choices above the list; those that few people need come second. */
export function fieldsOf(
  portfolio: Portfolio,
  product: string,
  fallback: string,
): { main: FilterField[]; more: FilterField[] } {
  const { products, results, groups } = portfolio
  const all = [...new Set([...products, ...Object.keys(results)])]
  const levels = [...new Set(results[product]?.levels.filter((level) => level !== null))].toSorted(
    (one, other) => one - other,
  )
  return {
    main: [
      { key: 'q', label: 'Search', placeholder: 'Name or id' },
      ...(all.length > 1
        ? [
            {
              key: 'product',
              label: 'Framework',
              fallback,
              options: all.map((value) => ({ value, label: frameworkName(value) })),
            },
          ]
        : []),
      {
        key: 'state',
        label: 'Runs',
        options: [
          { value: 'running', label: 'Queued or running' },
          { value: 'failed', label: 'Last run failed' },
          { value: 'never', label: 'Never assessed' },
          { value: 'assessed', label: 'Assessed' },
        ],
      },
      ...(groups.length > 0
        ? [{ key: 'group', label: 'Group', options: groups.map(({ id, name }) => ({ value: id, label: name })) }]
        : []),
    ],
    more: [
      {
        key: 'consent',
        label: 'Approval',
        options: [
          { value: 'given', label: 'Approved' },
          { value: 'missing', label: 'Not approved' },
        ],
      },
      {
        key: 'findings',
        label: 'Findings',
        options: [
          { value: 'critical', label: 'Critical' },
          { value: 'high', label: 'Critical or high' },
        ],
      },
      {
        key: 'level',
        label: 'Level reached',
        options: levels.map((level) => ({ value: String(level), label: `Level ${level}` })),
      },
      {
        key: 'age',
        label: 'Last result',
        options: AGES.map((days) => ({ value: days, label: `Older than ${days} days` })),
      },
      {
        key: 'questions',
        label: 'Questions',
        options: [
          { value: 'open', label: 'Some open' },
          { value: 'none', label: 'None open' },
        ],
      },
    ],
  }
}
