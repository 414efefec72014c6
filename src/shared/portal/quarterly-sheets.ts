/** Maximum number of quarterly sheets in one file. */
export const MAX_SHEETS = 20
