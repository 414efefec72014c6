import { html, type Markup } from '../../../../shared/html/html.ts'

/** Between the words of a name without spaces: after a dot, and before a capital. */
const BETWEEN = /(?<=\.)(?=\w)|(?<=[a-z])(?=[A-Z])/
/** Characters; a shorter name fits beside anything on a phone. */
const LONG = 18
const HAS_LONG = new RegExp(`\\S{${LONG + 1}}`)

/** A text in which a long name, such as that of a permission, can break between its words. */
export function breakable(text: string): Markup {
  if (!HAS_LONG.test(text)) return html`${text}`
  const parts = text.split(' ').flatMap((word, index) => {
    const before = index > 0 ? [' '] : []
    const pieces = word.length > LONG ? word.split(BETWEEN) : [word]
    return [...before, ...pieces.map((piece, at) => (at > 0 ? html`<wbr>${piece}` : piece))]
  })
  return html`${parts}`
}
