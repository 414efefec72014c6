import { useSearch } from '../search.ts'
import { Button } from './button.tsx'

export interface PagerProps {
  /** The `nextCursor` of the answer; undefined on the last page. */
  next: string | undefined
  /** How many items this page shows. */
  count: number
  /**
   * Labels of its buttons if the newest item is not first: back to the first page, to the next page, and no next page.
   */
  words?: { first: string; next: string; last: string }
}

const NEWEST_FIRST = { first: 'Newest', next: 'Older', last: 'There are no older entries.' }

/** Moves through a list that the server answers page by page. The position is in the address, as `cursor`. */
export function Pager({ next, count, words = NEWEST_FIRST }: PagerProps) {
  const { values, set } = useSearch()
  const isFirst = values.cursor === undefined
  if (isFirst && next === undefined) return null
  return (
    <nav class="pager" aria-label="Pages">
      <span>{count} on this page</span>
      <div class="row">
        {!isFirst && <Button onClick={() => set({ cursor: undefined }, { push: true })}>{words.first}</Button>}
        <Button
          onClick={() => set({ cursor: next }, { push: true })}
          disabledReason={next === undefined ? words.last : undefined}
        >
          {words.next}
        </Button>
      </div>
    </nav>
  )
}
