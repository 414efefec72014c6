import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { type Sort, type SortKey, sortRows } from '../../src/shared/portal/sort-rows.ts'
import { useWindow } from './use-window.ts'

export interface Column<Row> {
  id: string
  /** Empty above buttons. */
  header: string
  cell: (row: Row) => ComponentChildren
  /** What to sort by; without, the column cannot be sorted. Empty values come last, in both directions. */
  sort?: (row: Row) => SortKey
  /** Aligned to the end, for numbers. */
  align?: 'end'
  /** Names the row, for screen readers: at most one column. */
  isName?: boolean
  /** Takes no more room than it needs. */
  narrow?: boolean
  /** Has addresses, ids or the like, which are broken where there is no room for them. */
  isLong?: boolean
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** By default the order of `rows`. */
  sort?: Sort | undefined
  /**
   * For an order that is stored elsewhere, such as in the address: called when it changes; `sort` is the current one.
   */
  onSort?: (sort: Sort) => void
  /** Lets people select rows: the selected keys, and what to do when they change. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** Marks a row, such as the one whose details are shown. */
  current?: string
}

/**
 * A table that sorts and selects. Where there is no room for columns, each row becomes a list of names and values; the explicit
 * roles remain then, because browsers drop those of the elements. From 200 rows on only those in view are in the document.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, selected, onSelect, current } = props
  const [own, setOwn] = useState(props.sort)
  const sort = props.onSort ? props.sort : own
  const setSort = props.onSort ?? setOwn
  const by = columns.find((column) => column.id === sort?.column)?.sort
  const isDescending = sort?.descending ?? false
  // Scrolling a long table renders it often, in the same order.
  const sorted = useMemo(() => (by ? sortRows(rows, by, isDescending) : rows), [rows, by, isDescending])
  const { body, from, until, before, after } = useWindow(sorted.length)
  const shown = sorted.slice(from, until)
  const span = columns.length + (onSelect ? 1 : 0)
  return (
    <div class={before + after > 0 ? 'table-frame windowed' : 'table-frame'}>
      <table role="table" class="table" aria-rowcount={sorted.length + 1}>
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {onSelect && selected && (
              <th role="columnheader" scope="col" class="pick">
                <PickAll all={sorted.map(rowKey)} selected={selected} onSelect={onSelect} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {before > 0 && <Gap height={before} span={span} />}
          {shown.map((row, index) => {
            const key = rowKey(row)
            return (
              <Row
                key={key}
                rowKey={key}
                row={row}
                columns={columns}
                place={from + index + 2}
                isCurrent={key === current}
                isSelected={selected?.has(key)}
                onToggle={onSelect && (() => onSelect(toggle(selected, key)))}
              />
            )
          })}
          {after > 0 && <Gap height={after} span={span} />}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps<Item> {
  rowKey: string
  row: Item
  columns: readonly Column<Item>[]
  /** Among all rows, the head included. */
  place: number
  isCurrent: boolean
  /** Undefined where rows are not selected. */
  isSelected: boolean | undefined
  onToggle: (() => void) | undefined
}

/** A row that is rendered again only when something of it has changed: scrolling moves many that are the same. */
function Row<Item>({ rowKey, row, columns, place, isCurrent, isSelected, onToggle }: RowProps<Item>) {
  const latest = useRef(onToggle)
  latest.current = onToggle
  return useMemo(
    () => (
      <tr
        role="row"
        aria-rowindex={place}
        aria-current={isCurrent ? 'true' : undefined}
        class={isSelected ? 'selected' : undefined}
      >
        {isSelected !== undefined && (
          <td role="cell" class="pick">
            <input type="checkbox" aria-label="Select row" checked={isSelected} onChange={() => latest.current?.()} />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.id} column={column} row={row} />
        ))}
      </tr>
    ),
    [rowKey, row, columns, place, isCurrent, isSelected],
  )
}

/** The selection with this key added, or without it. */
function toggle(selected: ReadonlySet<string> = new Set(), key: string): ReadonlySet<string> {
  return new Set(selected.has(key) ? [...selected].filter((each) => each !== key) : [...selected, key])
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const classes =
    [column.align, column.narrow && 'narrow', column.isLong && 'long'].filter(Boolean).join(' ') || undefined
  const content = <div>{column.cell(row)}</div>
  return column.isName ? (
    <th role="rowheader" scope="row" class={classes}>
      {content}
    </th>
  ) : (
    <td role="cell" class={classes} data-label={column.header}>
      {content}
    </td>
  )
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const isSorted = sort?.column === column.id
  const direction = sort?.descending ? 'descending' : 'ascending'
  return (
    <th role="columnheader" scope="col" class={column.align} aria-sort={isSorted ? direction : undefined}>
      {column.sort ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: column.id, descending: isSorted ? !sort.descending : column.align === 'end' })
          }
        >
          {column.header}
          <span class="arrow" aria-hidden="true">
            {isSorted && (sort.descending ? '↓' : '↑')}
          </span>
        </button>
      ) : (
        column.header || <span class="unseen">Actions</span>
      )}
    </th>
  )
}

interface Picking {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

function PickAll({ all, selected, onSelect }: Picking & { all: readonly string[] }) {
  const count = all.filter((key) => selected.has(key)).length
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      checked={count > 0 && count === all.length}
      indeterminate={count > 0 && count < all.length}
      onChange={() => onSelect(new Set(count === all.length ? [] : all))}
    />
  )
}

/** Stands for the rows above or below those in view. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" class="gap">
      <td colSpan={span} style={{ height: `${height}px` }} />
    </tr>
  )
}
