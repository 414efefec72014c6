import { type Box, type Drawing, type Ink, type Meaning, rectangle, rectanglePath, type Shape } from './drawing.ts'

export interface Steps {
  /** The level that is reached; a mean may be a fraction. */
  level: number
  target: number
  /** Up to this level nothing is done: its steps stay light until a higher level is reached. */
  bare: number
  /** The framework's highest level. */
  top: number
  /** Why the steps between the level and the target are not reached: something is missing, or something is unknown. */
  between: Extract<Meaning, 'missing' | 'unknown'>
}

const GAP = 5

/**
 * Levels as stairs: the steps that are reached are filled, or outlined where nothing is done there, and a flag marks the
 * target.
 */
export function drawSteps(
  { level, target, bare, top, between }: Steps,
  { width, height, alt, size }: { width: number; height: number; alt: string; size: number },
): Drawing {
  const [head, foot] = [size * 1.6, size * 1.4]
  const stair = (width - (top - 1) * GAP) / top
  const shapes = Array.from({ length: top }, (_, index): Shape[] => {
    const step = index + 1
    const tall = (height - head - foot) * (0.28 + (0.72 * step) / top)
    const box = { x: index * (stair + GAP), y: height - foot - tall, width: stair, height: tall }
    const filled = Math.min(1, Math.max(0, level - index))
    const middle = box.x + stair / 2
    return [
      ...fillOf(step, { filled, box, isAsked: step <= target, between, isBare: step <= bare && level < bare + 1 }),
      {
        kind: 'label',
        x: middle,
        y: height - size * 0.2,
        text: String(step),
        size,
        ink: step === target ? 'ink' : 'soft',
        weight: step === target ? 'bold' : 'regular',
        anchor: 'middle',
      },
      ...(step === target ? flag(middle, box.y - 2, size) : []),
    ]
  }).flat()
  return { width, height, alt, shapes }
}

interface Stair {
  filled: number
  box: Box
  isAsked: boolean
  isBare: boolean
  between: Steps['between']
}

function fillOf(step: number, { filled, box, isAsked, isBare, between }: Stair): Shape[] {
  const open: Meaning = isAsked && step > 0 ? between : 'not-applicable'
  const reached = { ...box, width: box.width * filled }
  const rest = { ...box, x: box.x + reached.width, width: box.width - reached.width }
  return [
    ...(rest.width > 0.5 ? [rectangle(rest, open)] : []),
    ...(rest.width > 0.5 && open === 'unknown' ? [edge(rest, 'unknown', 0.75)] : []),
    ...(reached.width > 0.5 ? [rectangle(reached, isBare ? 'not-applicable' : 'in-place')] : []),
    // Without an outline, it would look like the steps beyond the target.
    ...(reached.width > 0.5 && isBare ? [edge(inset(reached, OUTLINE / 2), 'ink', OUTLINE)] : []),
  ]
}

const OUTLINE = 1.25

const edge = (box: Box, ink: Ink, width: number): Shape => ({ kind: 'line', path: rectanglePath(box), ink, width })

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

/** A small flag; the point is the foot of its pole. */
function flag(x: number, y: number, size: number): Shape[] {
  const [tall, long] = [size * 1.3, size * 0.95]
  return [
    { kind: 'line', path: `M${x} ${y}v${-tall}`, ink: 'ink', width: 1.5 },
    {
      kind: 'line',
      path: `M${x} ${y - tall + 1}l${long} ${size * 0.28}l${-long} ${size * 0.28}`,
      ink: 'ink',
      width: 1.5,
    },
  ]
}
