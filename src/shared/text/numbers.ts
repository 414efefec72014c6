/** A whole number as people read it, with separators from four digits on: `1,204`. */
export const formatCount = (count: number): string =>
  count < 1000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',')
