/** One entry of a list that people filter by typing. */
export interface Option {
  id: string
  label: string
  /** At the end of the row: what kind of thing it is, or its shortcut. */
  hint?: string
  /** Other words that find it. */
  words?: string
}

/**
 * The options that contain every word of the text, at the start of one of their own words: those whose label starts with
 * the text first, then those that match by their label, then by their other words. All of them without text.
 */
export function matchOptions(options: readonly Option[], text: string): Option[] {
  const typed = text.trim().toLowerCase()
  if (typed === '') return [...options]
  const wanted = typed.split(/\s+/)
  return options
    .map((option) => ({ option, rank: rankOf(option, typed, wanted) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

function rankOf({ label, words = '', hint = '' }: Option, typed: string, wanted: readonly string[]): number {
  const name = label.toLowerCase()
  if (name.startsWith(typed)) return 0
  const matches = (text: string): boolean => {
    const own = text.split(/[\s.,:/_-]+/)
    return wanted.every((word) => own.some((part) => part.startsWith(word)))
  }
  if (matches(name)) return 1
  return matches(`${name} ${words} ${hint}`.toLowerCase()) ? 2 : 3
}
