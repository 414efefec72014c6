/** Calendar quarters, written YYYY-Q1 to YYYY-Q4. */

const QUARTER = /^20\d\d-Q[1-4]$/

const MONTHS = ['January to March', 'April to June', 'July to September', 'October to December'] as const

/** Whether the text is a quarter of this century. */
export const isQuarter = (text: string): boolean => QUARTER.test(text)

/** The quarter of a day that is written YYYY-MM-DD. */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** The first day of a quarter, written YYYY-MM-DD. */
export function firstDayOf(quarter: string): string {
  const [year, number] = partsOf(quarter)
  return `${year}-${String(number * 3 - 2).padStart(2, '0')}-01`
}

/** The quarter that is `by` quarters later, or earlier if `by` is negative. */
export function addQuarters(quarter: string, by: number): string {
  const [year, number] = partsOf(quarter)
  const count = year * 4 + number - 1 + by
  return `${Math.floor(count / 4)}-Q${(((count % 4) + 4) % 4) + 1}`
}

/** `July to September 2026`. */
export function quarterText(quarter: string): string {
  const [year, number] = partsOf(quarter)
  return `${MONTHS[number - 1] ?? ''} ${year}`
}

/** The last month of a quarter: `June 2027`. */
export function lastMonthText(quarter: string): string {
  const [year, number] = partsOf(quarter)
  return `${MONTHS[number - 1]?.split(' ').at(-1) ?? ''} ${year}`
}

const partsOf = (quarter: string): readonly [year: number, number: number] => [
  Number(quarter.slice(0, 4)),
  Number(quarter.slice(6)),
]
