import { html, type Markup } from '../../../../shared/html/html.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { rowAnchor } from './badges.ts'

/** Places of a page that have said something already: words and an anchor, as JSON. */

export const rowPlace = (group: string, id: string): string => JSON.stringify([id, rowAnchor(group, id)])

/** Where the rest of a text stands, as links. */
export function renderPlaces(places: readonly string[]): Markup {
  const links = places.map((place): readonly [string, string] => {
    const [words, anchor] = JSON.parse(place)
    return [String(words), String(anchor)]
  })
  const lastAt = links.length - 1
  return html`${links.map(
    ([words, anchor], index) =>
      html`${index > 0 && (index === lastAt ? ` ${ACTION_WORDS.and} ` : ', ')}<a href="#${anchor}">${words}</a>`,
  )}`
}
