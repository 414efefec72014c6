import type { Link } from '../../../../../engine/model/remedy.ts'
import { referenceText, type Words } from '../../../content/words/references.ts'
import { toDrawable } from '../../kit/scripts/drawable.ts'
import type { Target, TextLink } from '../../kit/text-links.ts'

/** A text with places and pages that it leads to. */
export type LinkedText = readonly (Words[number] | Link)[]

/** The name of the place where an action begins. */
export const actionPlace = (number: number): string => `action-${number}`

/** The text as it is read. */
export const plainText = (parts: LinkedText): string => parts.map(partText).join('')

/** Where the text leads: to pages and other actions. Findings of the same action stand beside it. */
export function linksIn(parts: LinkedText): TextLink[] {
  const links: TextLink[] = []
  let at = 0
  for (const part of parts) {
    const from = at
    at += toDrawable(partText(part)).length
    const target = targetOf(part)
    if (target) links.push({ from, to: at, target })
  }
  return links
}

const partText = (part: LinkedText[number]): string =>
  typeof part === 'string' ? part : 'url' in part ? part.title : referenceText(part)

function targetOf(part: LinkedText[number]): Target | undefined {
  if (typeof part === 'string') return undefined
  if ('url' in part) return { url: part.url }
  return part.kind === 'action' ? { place: actionPlace(part.number) } : undefined
}
