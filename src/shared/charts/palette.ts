import type { Meaning } from './drawing.ts'

/**
 * The colours of meanings, the same on pages, on paper and in the portal, and never those of a brand. Areas differ in
 * brightness as well as in hue, so that people with red-green colour blindness can tell them apart; text on them has a
 * contrast of at least 4.5 to 1.
 */
export interface MeaningColour {
  /** Of an area; for `unknown` of the lines of its hatching. */
  fill: string
  /** Of text on it. Text on `unknown` has the background of the page. */
  on: string
  /** Of text in this meaning on paper, and of the edge of an area that is too light for it. */
  ink: string
}

export type Palette = Readonly<Record<Meaning, MeaningColour>>

export const LIGHT: Palette = {
  'in-place': { fill: '#14795a', on: '#ffffff', ink: '#116149' },
  partly: { fill: '#eeb53a', on: '#2b1d00', ink: '#744a00' },
  missing: { fill: '#ad1f27', on: '#ffffff', ink: '#9f2429' },
  unknown: { fill: '#8796a0', on: '#1a2730', ink: '#51606b' },
  'not-applicable': { fill: '#e1e7e8', on: '#2a3842', ink: '#5d6b75' },
  known: { fill: '#4a5a66', on: '#ffffff', ink: '#3c4a55' },
}

export const DARK: Palette = {
  'in-place': { fill: '#3cb98a', on: '#04130c', ink: '#93d9b2' },
  partly: { fill: '#e9b64c', on: '#1c1300', ink: '#f2ca7a' },
  missing: { fill: '#f0756c', on: '#240505', ink: '#ffaea8' },
  unknown: { fill: '#7d8c96', on: '#e6ecef', ink: '#a9b6bf' },
  'not-applicable': { fill: '#33414a', on: '#e6ecef', ink: '#a9b6bf' },
  known: { fill: '#a9b6bf', on: '#0f161b', ink: '#c6d0d7' },
}

/** Custom properties of a style sheet: `--partly`, `--on-partly`, `--partly-ink` and so on. */
export function paletteStyle(palette: Palette): string {
  return Object.entries(palette)
    .map(([meaning, { fill, on, ink }]) => `--${meaning}: ${fill}; --on-${meaning}: ${on}; --${meaning}-ink: ${ink};`)
    .join(' ')
}
