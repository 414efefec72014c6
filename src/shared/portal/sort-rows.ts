/** The value by which a row is sorted. */
export type SortKey = string | number | boolean | null | undefined

/** The order of a table. */
export interface Sort {
  column: string
  descending: boolean
}

const TEXT = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const isEmpty = (key: SortKey): key is null | undefined | '' => key === null || key === undefined || key === ''

/** The rows in the order of their keys; equal ones keep their order, and empty keys come last in both directions. */
export function sortRows<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey, descending: boolean): Row[] {
  const way = descending ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted(({ key: one }, { key: other }) => {
      if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other))
      return way * compare(one, other)
    })
    .map(({ row }) => row)
}

function compare(one: string | number | boolean, other: string | number | boolean): number {
  return typeof one === 'string' || typeof other === 'string'
    ? TEXT.compare(String(one), String(other))
    : Number(one) - Number(other)
}
