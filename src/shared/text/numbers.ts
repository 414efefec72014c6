/** A whole number as people read it, with separators from four digits on: `1,204`. */
export const formatCount = (count: number): string =>
  count < 1000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** A share in whole percent. Never shows 100 for less than all, or 0 for more than none. */
export function percentText(share: number): string {
  const rounded = Math.round(share * 100)
  if (rounded === 100 && share < 1) return '99%'
  if (rounded === 0 && share > 0) return '1%'
  return `${rounded}%`
}
