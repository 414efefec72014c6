/** The weights of the font that documents use. */
export const WEIGHTS = ['regular', 'medium', 'bold'] as const

export type Weight = (typeof WEIGHTS)[number]

/** What a text is set in; `code` is the monospaced font. */
export type Face = Weight | 'code'

/** Of all fonts, to their size. */
export const UNITS = 1000
