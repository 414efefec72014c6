import { type Canvas, PAGE_ROOM, type TextBox, WIDTH } from '../canvas.ts'
import type { Style } from '../typesetter.ts'

/** Pieces of a section, which fill pages in order. */

/** A piece that is never divided across pages. */
export interface Block {
  height: number
  draw: () => void
  /** How it is drawn at the top of a page, if it continues what the page before began. */
  continued?: Omit<Block, 'continued'>
}

interface Ending {
  /** Points of what follows on the page of the last piece. */
  after?: number
  /** Points: a last page with less takes pieces from the page before it. */
  min?: number
}

/** Points: with less, the last page of a document would look like a mistake. */
export const LAST_PAGE = 0.35 * PAGE_ROOM

/** Draws pieces in order. */
export function drawBlocks(canvas: Canvas, blocks: readonly Block[], ending: Ending = {}): void {
  const starts = pageStarts(blocks, canvas.left, ending)
  for (const [index, block] of blocks.entries()) {
    const begins = starts.includes(index)
    if (begins) canvas.newPage()
    ;(begins ? atTop(block) : block).draw()
  }
}

const atTop = (block: Block): Omit<Block, 'continued'> => block.continued ?? block

/** The pieces with which further pages begin: each page is filled, and the last one is not nearly empty. */
export function pageStarts(blocks: readonly Block[], left: number, { after = 0, min = 0 }: Ending = {}): number[] {
  const starts: number[] = []
  let rest = left
  for (const [index, block] of blocks.entries()) {
    const needed = block.height + (index === blocks.length - 1 ? after : 0)
    const begins = needed > rest && rest < PAGE_ROOM
    if (begins) starts.push(index)
    rest = begins ? PAGE_ROOM - atTop(block).height : rest - block.height
  }
  const last = starts.pop()
  if (last === undefined || PAGE_ROOM - rest + after >= min) return last === undefined ? [] : [...starts, last]
  return [...starts, balanced(blocks, { last, before: starts.at(-1) }, PAGE_ROOM - left, { after, min })]
}

/** A last page may be emptier than the one before it, by this factor. */
const EMPTIER = 2

/**
 * Where the last page begins if it takes pieces from the page before it: as few as it needs, if that one stays the fuller.
 * What continues a group is taken only if no beginning of one will do.
 */
function balanced(
  blocks: readonly Block[],
  { last, before }: { last: number; before: number | undefined },
  above: number,
  { after = 0, min = 0 }: Ending,
): number {
  const start = before ?? 0
  const first = blocks[start]
  const top = before === undefined || !first ? above : atTop(first).height - first.height
  const places = Array.from({ length: last - start + 1 }, (_, index) => start + index)
    .slice(before === undefined ? 0 : 1)
    .map((index) => ({
      index,
      used: top + stack(blocks.slice(start, index)).height,
      end: stack(blocks.slice(index, index + 1).map(atTop)).height + stack(blocks.slice(index + 1)).height + after,
    }))
  const enough = places.filter(({ used, end }) => end >= min && used >= end)
  const emptiest = ({ used, end }: { used: number; end: number }): number => Math.min(used, EMPTIER * end)
  const whole = enough.findLast(({ index }) => !blocks[index]?.continued)
  const best = whole ?? enough.at(-1) ?? places.toSorted((a, b) => emptiest(b) - emptiest(a))[0]
  return best?.index ?? last
}

/** Pieces that stay together. */
export function stack(blocks: readonly Block[]): Block {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw: () => {
      for (const { draw } of blocks) draw()
    },
  }
}

export const space = (canvas: Canvas, height: number): Block => ({ height, draw: () => canvas.skip(height) })

export const paragraph = (canvas: Canvas, text: string, style: Style, place: TextBox = {}): Block => ({
  height: canvas.heightOf(text, style, place.width ?? WIDTH),
  draw: () => canvas.write(text, style, place),
})

/** The entries of a list below its title: a page has at least two of them, unless there is only one. */
export function titledList(title: Block, entries: readonly Block[]): Block[] {
  if (entries.length < 4) return [stack([title, ...entries])]
  return [stack([title, ...entries.slice(0, 2)]), ...entries.slice(2, -2), stack(entries.slice(-2))]
}
