import { listText } from '../../../content/words/language.ts'
import { toDrawable } from '../../kit/scripts/drawable.ts'
import type { TextLink } from '../../kit/text-links.ts'

/** The name of the place where a requirement is described first. */
export const rowPlace = (id: string): string => `row-${id}`

/** Links to the requirements that the end of a text names as a list, where each may stand with more, such as `×2`. */
export function linksToRows(text: string, ids: readonly string[], listed = ids): TextLink[] {
  const drawable = toDrawable(text)
  let at = drawable.lastIndexOf(toDrawable(listText(listed)))
  if (ids.length === 0 || at < 0) return []
  return ids.map((id) => {
    const from = drawable.indexOf(toDrawable(id), at)
    at = from + toDrawable(id).length
    return { from, to: at, target: { place: rowPlace(id) } }
  })
}
