/** Colours of the PDF, `#` and six hexadecimal digits. Text on white has a contrast of 4.5 to 1 or more. */

export const INK = '#1a2730'

export const SOFT = '#51606b'

export const LINE = '#d9e0e2'

/** Behind a line that stands out. */
export const TINT = '#f1f4f5'

export const PAPER = '#ffffff'

const BLACK = '#000000'

const OWN_ACCENT = '#0c5a63'

export type Shape = 'check' | 'half' | 'cross' | 'none' | 'unknown' | 'octagon' | 'triangle' | 'diamond' | 'ring'

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
  const onFill = [PAPER, INK].find((ink) => contrast(fill, ink) >= 4.5) ?? BLACK
  return { fill, onFill, text: darken(fill) }
}

/** The colour itself if it is readable on white, or the nearest darker shade that is. */
function darken(colour: string): string {
  let text = colour
  for (let part = 0.95; contrast(text, PAPER) < 4.5; part -= 0.05) text = mix(colour, BLACK, part)
  return text
}

/** Mixes two colours; `part` is the share of the first. */
function mix(one: string, other: string, part: number): string {
  const channels = channelsOf(other)
  const mixed = channelsOf(one).map((value, index) => Math.round(value * part + (channels[index] ?? 0) * (1 - part)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Contrast as WCAG 2 defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
