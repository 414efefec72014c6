/** So many quarterly sheets go into one file. */
export const MAX_SHEETS = 20
