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

/** Points: with less, the last page of a document would look like a mistake. */
export const LAST_PAGE = 0.35 * PAGE_ROOM

/** Draws pieces in order. */
export function drawBlocks(canvas: Canvas, blocks: readonly Block[]): void {
  drawWith(canvas, blocks, pageStarts(blocks, canvas.left))
}

/** Draws the pieces of sections, each section in a part of its own. */
export function drawSections(canvas: Canvas, sections: readonly (readonly Block[])[], min = 0): void {
  const starts = pageStarts(sections.flat(), canvas.left, min)
  let done = 0
  for (const blocks of sections) {
    const its = starts.map((start) => start - done)
    canvas.part('Sect', () => drawWith(canvas, blocks, its))
    done += blocks.length
  }
}

/** Like `drawSections`, for the last ones of a document: its last page is not nearly empty. */
export const drawLastSections = (canvas: Canvas, sections: readonly (readonly Block[])[]): void =>
  drawSections(canvas, sections, LAST_PAGE)

function drawWith(canvas: Canvas, blocks: readonly Block[], starts: readonly number[]): void {
  for (const [index, block] of blocks.entries()) {
    const begins = starts.includes(index)
    if (begins) canvas.newPage()
    ;(begins ? atTop(block) : block).draw()
  }
}

const atTop = (block: Block): Omit<Block, 'continued'> => block.continued ?? block

/**
 * The pieces with which further pages begin: each page is filled. A last page with less than `min` points takes pieces from the
 * page before it. `left` are the points of the first page.
 */
export function pageStarts(blocks: readonly Block[], left: number, min = 0): number[] {
  const starts: number[] = []
  let rest = left
  for (const [index, block] of blocks.entries()) {
    const begins = block.height > rest && rest < PAGE_ROOM
    if (begins) starts.push(index)
    rest = begins ? PAGE_ROOM - atTop(block).height : rest - block.height
  }
  const last = starts.pop()
  if (last === undefined || PAGE_ROOM - rest >= min) return last === undefined ? [] : [...starts, last]
  return [...starts, balanced(blocks, { last, before: starts.at(-1) }, PAGE_ROOM - left, min)]
}

/** Points: a page before the last one with less divides groups instead. */
const FILLED = 0.57 * PAGE_ROOM
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
  min: number,
): number {
  const start = before ?? 0
  const first = blocks[start]
  const top = before === undefined || !first ? above : atTop(first).height - first.height
  const places = Array.from({ length: last - start + 1 }, (_, index) => start + index)
    .slice(before === undefined ? 0 : 1)
    .map((index) => ({
      index,
      used: top + stack(blocks.slice(start, index)).height,
      end: stack(blocks.slice(index, index + 1).map(atTop)).height + stack(blocks.slice(index + 1)).height,
    }))
  const enough = places.filter(({ used, end }) => end >= min && used >= end)
  const emptiest = ({ used, end }: { used: number; end: number }): number => Math.min(used, EMPTIER * end)
  const whole = enough.findLast(({ index, used }) => !blocks[index]?.continued && used >= FILLED)
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

/** A piece with another below it, also at the top of a page. */
export const above = ({ continued, ...block }: Block, below: Block): Block => ({
  ...stack([block, below]),
  ...(continued && { continued: stack([continued, below]) }),
})

/** A space, except at the top of a page. */
export const space = (canvas: Canvas, height: number): Block => ({
  height,
  draw: () => {
    if (!canvas.isAtTop) canvas.skip(height)
  },
})

export const paragraph = (canvas: Canvas, text: string, style: Style, place: TextBox = {}): Block => ({
  height: canvas.heightOf(text, style, place.width ?? WIDTH),
  draw: () => canvas.write(text, style, place),
})

/** The entries of a list below its title: a page has at least `min` of them, unless there are fewer. */
export function titledList(title: Block, entries: readonly Block[], min = 2): Block[] {
  if (entries.length < 2 * min) return [stack([title, ...entries])]
  return [stack([title, ...entries.slice(0, min)]), ...entries.slice(min, -min), stack(entries.slice(-min))]
}
