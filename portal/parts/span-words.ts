/** `54`, or `54–71` where something is unknown. */
export const spanWords = (score: number, ceiling: number): string =>
  ceiling > score ? `${score}–${ceiling}` : String(score)
