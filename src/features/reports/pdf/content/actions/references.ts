import { referenceText, type Words } from '../../../content/words/references.ts'
import { toDrawable } from '../../kit/fonts.ts'
import type { TextLink } from '../../kit/text-links.ts'

/** The name of the place where an action begins. */
export const actionPlace = (number: number): string => `action-${number}`

/** The other actions that a text names, which a reader can go to. Findings of the same action stand beside it. */
export function linksIn(words: Words): TextLink[] {
  const links: TextLink[] = []
  let at = 0
  for (const part of words) {
    const from = at
    at += toDrawable(typeof part === 'string' ? part : referenceText(part)).length
    if (typeof part !== 'string' && part.kind === 'action') links.push({ from, to: at, goTo: actionPlace(part.number) })
  }
  return links
}
