import { useLocation } from 'preact-iso/router'
import { type Query, toSearch } from './paths.ts'

export interface Search {
  /** What stands after the question mark of the address. */
  values: Readonly<Record<string, string | undefined>>
  /** Changes some of it; an undefined or empty value is removed. `push` adds a step to the history, for the back button. */
  set: (changes: Query, options?: { push?: boolean }) => void
}

/** The query of the address as the state of a screen: filters, the current tab, the position in a list. */
export function useSearch(): Search {
  const { path, query, route } = useLocation()
  return {
    values: query,
    set: (changes, { push = false } = {}) => route(path + toSearch({ ...query, ...changes }), !push),
  }
}
