import { contrastOf, readableShade } from '../../../../shared/html/contrast.ts'

/** Colours of the PDF, `#` and six hexadecimal digits. Text on white has a contrast of 4.5 to 1 or more. */

export const INK = '#1a2730'

export const SOFT = '#51606b'

export const LINE = '#d9e0e2'

/** Behind a line that stands out. */
export const TINT = '#f1f4f5'

export const PAPER = '#ffffff'

const BLACK = '#000000'

const OWN_ACCENT = '#0c5a63'

export type Shape =
  | 'check'
  | 'half'
  | 'cross'
  | 'down'
  | 'none'
  | 'unknown'
  | 'locked'
  | 'blocked'
  | 'octagon'
  | 'triangle'
  | 'diamond'
  | 'ring'

/** How a verdict or severity looks: shape and colour repeat what the words beside them say. */
export interface Look {
  shape: Shape
  ink: string
  tint: string
}

/** Colours derived from a partner's colour, which may be too light for text or too dark behind it. */
export interface Accent {
  /** For areas, bars and lines. */
  fill: string
  /** For text on `fill`. */
  onFill: string
  /** For text on white. */
  text: string
}

export function accentOf(colour: string | undefined): Accent {
  const fill = colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : OWN_ACCENT
  const onFill = [PAPER, INK].find((ink) => contrastOf(fill, ink) >= 4.5) ?? BLACK
  return { fill, onFill, text: readableShade(fill, [PAPER]) }
}
