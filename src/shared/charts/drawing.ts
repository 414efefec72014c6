/**
 * A chart as plain data: shapes in units of a pixel or point, from the top left. `svg.ts` renders it for pages, the
 * report's canvas for PDF. Charts are drawn for a given width, because scaling would shrink the text.
 */
export interface Drawing {
  width: number
  height: number
  /** A description in words. A table beside the chart has the numbers. */
  alt: string
  shapes: readonly Shape[]
}

/**
 * What a colour means, the same everywhere. Colour is never the only signal: a word, a shape or a pattern says the
 * same. `known` is a count that is neither good nor bad.
 */
export type Meaning = 'in-place' | 'partly' | 'missing' | 'unknown' | 'not-applicable' | 'known'

/** Colours of text and lines, and of text on an area. */
export type Ink = 'ink' | 'soft' | 'line' | 'paper' | `on-${Meaning}` | Meaning

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A path in the syntax of SVG, filled; `unknown` is hatched. */
export interface Area {
  kind: 'area'
  path: string
  fill: Meaning
  /** The box around it, for the lines of the hatching. */
  box: Box
}

export interface Line {
  kind: 'line'
  path: string
  ink: Ink
  width: number
  /** Length of dashes and gaps. */
  dash?: number
}

export interface Label {
  kind: 'label'
  x: number
  /** The baseline. */
  y: number
  text: string
  /** The time, as ISO 8601, whose day the text is. */
  dayOf?: string
  size: number
  ink: Ink
  weight?: 'regular' | 'bold'
  anchor?: 'start' | 'middle' | 'end'
}

export type Shape = Area | Line | Label

/** A number with at most two decimals, which keeps drawings small. */
export const short = (value: number): string => String(Math.round(value * 100) / 100)

/** A rectangle as a filled area. */
export function rectangle(box: Box, fill: Meaning): Area {
  return { kind: 'area', path: rectanglePath(box), fill, box }
}

export function rectanglePath({ x, y, width, height }: Box): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
}

export function line(from: readonly [number, number], to: readonly [number, number], ink: Ink, width = 1): Line {
  return { kind: 'line', path: `M${from.map(short).join(' ')}L${to.map(short).join(' ')}`, ink, width }
}

/** The approximate width of a text. Fonts differ, so leave some room. */
export const widthOf = (text: string, size: number): number => text.length * size * 0.56

/** Limits a percentage to 0 to 100. */
export const clamp = (percent: number): number => Math.min(100, Math.max(0, percent))
