import { toDrawable } from './fonts.ts'

/** A part of a text that leads to another place of the document. */
export interface TextLink {
  /** Offsets in the text as it is drawn. */
  from: number
  to: number
  /** The name of the place. */
  goTo: string
}

/** A part of a line, and where it leads. */
export interface Segment {
  text: string
  goTo: string | undefined
}

/** Lines in parts, so that those that lead somewhere stand alone. A link may go over two lines. */
export function segmentsOf(text: string, lines: readonly string[], links: readonly TextLink[]): Segment[][] {
  if (links.length === 0) return lines.map((line) => [{ text: line, goTo: undefined }])
  const drawable = toDrawable(text)
  let next = 0
  return lines.map((line) => {
    const start = drawable.indexOf(line, next)
    next = start + line.length
    const its = links.filter(({ from, to }) => from < next && to > start)
    const segments: Segment[] = []
    let at = start
    const until = (end: number, goTo?: string): void => {
      if (end > at) segments.push({ text: drawable.slice(at, end), goTo })
      at = Math.max(at, end)
    }
    for (const { from, to, goTo } of its) {
      until(from)
      until(Math.min(to, next), goTo)
    }
    until(next)
    return segments
  })
}
