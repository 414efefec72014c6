/** Relative luminance and contrast of colours, as WCAG 2.2 defines them. */

type Rgb = readonly [red: number, green: number, blue: number]

/** Minimum contrast of normal-size text: WCAG 2.2, success criterion 1.4.3 (AA). */
const READABLE = 4.5

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** Small enough that the shade stays close to the original colour. */
const STEPS = 64

/** The contrast of two colours written `#rrggbb`, from 1 (none) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(toRgb(one)), luminanceOf(toRgb(other))].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The shade closest to a colour in which text is readable on all of these backgrounds: the colour itself if it is, otherwise
 * mixed with black on light backgrounds or with white on dark ones. All are written `#rrggbb`.
 */
export function readableShade(colour: string, backgrounds: readonly string[]): string {
  const light = backgrounds.every((background) => contrastOf('#000000', background) > contrastOf('#ffffff', background))
  const far = light ? BLACK : WHITE
  const from = toRgb(colour)
  for (let step = 0; step < STEPS; step++) {
    const shade = toHex(mix(from, far, step / STEPS))
    if (backgrounds.every((background) => contrastOf(shade, background) >= READABLE)) return shade
  }
  return toHex(far)
}

function luminanceOf(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (one: number, other: number): number => Math.round(one + (other - one) * share)
  return [at(from[0], to[0]), at(from[1], to[1]), at(from[2], to[2])]
}

function toRgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const toHex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
