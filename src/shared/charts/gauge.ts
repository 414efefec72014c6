import {
  type Area,
  type Box,
  clamp,
  type Drawing,
  type Label,
  line,
  type Meaning,
  type Shape,
  short,
} from './drawing.ts'

/** The reached minimum and the possible maximum of a score from 0 to 100. */
export interface Span {
  score: number
  ceiling: number
  /** All points of the score are those that the lowest level earns, at which nothing is done. */
  isBare?: boolean
}

/** The span of a run or result. */
export const spanOf = ({ score, scoreCeiling }: { score: number; scoreCeiling: number }): Span => ({
  score,
  ceiling: scoreCeiling,
})

/** `28–100`, or `28` if nothing is open. */
export const spanText = ({ score, ceiling }: Span): string => (ceiling > score ? `${score}–${ceiling}` : String(score))

export interface GaugeWords {
  alt: string
  /** Under the number: `of 100`. */
  unit: string
}

export type SpanPart = readonly [
  meaning: Extract<Meaning, 'in-place' | 'not-applicable' | 'unknown' | 'missing'>,
  from: number,
  to: number,
]

/** The parts of the scale, in percentage points. As in the stairs of levels, what the lowest level earns stays light. */
export function spanParts({ score, ceiling, isBare = false }: Span): readonly SpanPart[] {
  const [low, high] = [clamp(score), clamp(Math.max(score, ceiling))]
  return (
    [
      [isBare ? 'not-applicable' : 'in-place', 0, low],
      ['unknown', low, high],
      ['missing', high, 100],
    ] as const
  ).filter(([, from, to]) => to > from)
}

/**
 * A semicircular gauge: solid up to the reached score, light if that is only the lowest one, hatched up to the possible score, then the lost part. Its height
 * is a little more than half of its width.
 */
export function drawGauge(span: Span, width: number, { alt, unit }: GaugeWords): Drawing {
  const radius = width / 2
  const thick = radius * 0.24
  const [x, y] = [radius, radius]
  const place = { x, y, radius, thick }
  const text = spanText(span)
  const size = Math.min(radius * 0.5, sizeInside(radius, thick, text.length))
  const labels: Label[] = [
    { kind: 'label', x, y: y - radius * RISE, text, size, ink: 'ink', weight: 'bold', anchor: 'middle' },
    { kind: 'label', x, y: y + radius * 0.08, text: unit, size: radius * 0.12, ink: 'soft', anchor: 'middle' },
    { kind: 'label', x: thick / 2, y: y + radius * 0.12, text: '0', size: radius * 0.1, ink: 'soft', anchor: 'middle' },
    {
      kind: 'label',
      x: width - thick / 2,
      y: y + radius * 0.12,
      text: '100',
      size: radius * 0.1,
      ink: 'soft',
      anchor: 'middle',
    },
  ]
  const parts = spanParts(span)
  const borders = parts.slice(1).map(([, from]): Shape => {
    const [outer, inner] = [pointAt(place, from, radius + 1), pointAt(place, from, radius - thick - 1)]
    return line(outer, inner, 'paper', 2)
  })
  return {
    width,
    height: radius * 1.14,
    alt,
    shapes: [
      ...parts.map(([fill, from, to]) => arc(place, from, to, fill)),
      ...edgeOf(place, parts),
      ...borders,
      ...labels.filter((label) => label.size >= SMALLEST),
    ],
  }
}

/** Smaller text is unreadable and is left out; the number alone has the main information. */
const SMALLEST = 6.1

/** The baseline of the number above the middle, by radius. */
const RISE = 0.1
/** Width of bold digits in the widest font that a system may have, and their height; both relative to the font size. */
const DIGIT = { width: 0.7, height: 0.73 }
/** The share of the space inside the ring that the number may fill. */
const FILL = 0.94

/** The largest font size at which the upper corners of this many digits are still inside the ring. */
function sizeInside(radius: number, thick: number, digits: number): number {
  const half = (digits * DIGIT.width) / (2 * FILL)
  const rise = radius * RISE
  // The size s at which (half·s)² + (rise + height·s)² is the square of the inner radius.
  const [a, b, c] = [half ** 2 + DIGIT.height ** 2, 2 * rise * DIGIT.height, rise ** 2 - (radius - thick) ** 2]
  return (Math.sqrt(b ** 2 - 4 * a * c) - b) / (2 * a)
}

interface Place {
  x: number
  y: number
  radius: number
  thick: number
}

const pointAt = ({ x, y }: Place, percent: number, radius: number): readonly [number, number] => {
  const angle = Math.PI * (1 + percent / 100)
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

function arcPath(place: Place, from: number, to: number): string {
  const { radius, thick } = place
  const inner = radius - thick
  const [a, b] = [pointAt(place, from, radius), pointAt(place, to, radius)]
  const [c, d] = [pointAt(place, to, inner), pointAt(place, from, inner)]
  const point = (spot: readonly [number, number]): string => spot.map(short).join(' ')
  return `M${point(a)}A${short(radius)} ${short(radius)} 0 0 1 ${point(b)}L${point(c)}A${short(inner)} ${short(inner)} 0 0 0 ${point(d)}z`
}

function arc(place: Place, from: number, to: number, fill: Meaning): Area {
  const box: Box = {
    x: place.x - place.radius,
    y: place.y - place.radius,
    width: 2 * place.radius,
    height: place.radius,
  }
  return { kind: 'area', path: arcPath(place, from, to), fill, box }
}

/** The outline of the unknown part, because hatching alone has no edge. */
function edgeOf(place: Place, parts: ReturnType<typeof spanParts>): Shape[] {
  return parts
    .filter(([meaning]) => meaning === 'unknown')
    .map(([, from, to]) => ({ kind: 'line', path: arcPath(place, from, to), ink: 'unknown', width: 0.75 }))
}
