import { toDrawable } from './scripts/drawable.ts'

/** The name of a place of the document, or an address. */
export type Target = { place: string } | { url: string }

/** A part of a text that leads somewhere. */
export interface TextLink {
  /** Offsets in the text as it is drawn. */
  from: number
  to: number
  target: Target
}

/** A part of a line, and where it leads. */
export interface Segment {
  text: string
  target: Target | undefined
}

/** Lines in parts, so that those that lead somewhere stand alone. A link may go over two lines. */
export function segmentsOf(text: string, lines: readonly string[], links: readonly TextLink[]): Segment[][] {
  if (links.length === 0) return lines.map((line) => [{ text: line, target: undefined }])
  const drawable = toDrawable(text)
  let next = 0
  return lines.map((line) => {
    const start = drawable.indexOf(line, next)
    next = start + line.length
    const its = links.filter(({ from, to }) => from < next && to > start)
    const segments: Segment[] = []
    let at = start
    const until = (end: number, target?: Target): void => {
      if (end > at) segments.push({ text: drawable.slice(at, end), target })
      at = Math.max(at, end)
    }
    for (const { from, to, target } of its) {
      until(from)
      until(Math.min(to, next), target)
    }
    until(next)
    return segments
  })
}
