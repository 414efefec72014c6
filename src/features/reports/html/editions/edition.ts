import type { Markup } from '../../../../shared/html/html.ts'
import type { ContentsGroup } from '../frame/contents.ts'

/** What an edition puts below the first screen. */
export interface EditionPage {
  contents: readonly ContentsGroup[]
  body: Markup
}
