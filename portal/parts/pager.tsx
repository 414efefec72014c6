import { useSearch } from '../search.ts'
import { Button } from './button.tsx'

export interface PagerProps {
  /** The `nextCursor` of the answer; undefined on the last page. */
  next: string | undefined
  /** How many items this page shows. */
  count: number
}

/** Moves through a list that the server answers page by page, newest first. The position is in the address, as `cursor`. */
export function Pager({ next, count }: PagerProps) {
  const { values, set } = useSearch()
  const isFirst = values.cursor === undefined
  if (isFirst && next === undefined) return null
  return (
    <nav class="pager" aria-label="Pages">
      <span>{count} on this page</span>
      <div class="row">
        {!isFirst && <Button onClick={() => set({ cursor: undefined }, { push: true })}>Newest</Button>}
        <Button
          onClick={() => set({ cursor: next }, { push: true })}
          disabledReason={next === undefined ? 'There are no older ones.' : undefined}
        >
          Older
        </Button>
      </div>
    </nav>
  )
}
