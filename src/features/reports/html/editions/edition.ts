import type { Markup } from '../../../../shared/html/html.ts'

/** What an edition puts below the first screen. */
export interface EditionPage {
  contents: readonly (readonly [anchor: string, words: string])[]
  body: Markup
}
