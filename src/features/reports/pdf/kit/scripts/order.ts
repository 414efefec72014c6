import { createRequire } from 'node:module'
import type { Bidi, CreateBidi } from 'bidi-js'
import { directionsOf } from '../../../../../shared/text/right-to-left.ts'
import type { Face } from '../fonts/weights.ts'
import { type Run, runsOf } from './runs.ts'

const require = createRequire(import.meta.url)

let loaded: Bidi | undefined

/** Loaded when a text needs it, like fonts. */
function loadBidi(): Bidi {
  const createBidi: CreateBidi = require('bidi-js')
  loaded ??= createBidi()
  return loaded
}

/** The parts of a line from left to right. */
export const runsInOrder = (line: string, face: Face): Run[] =>
  directionsOf(line).flatMap(({ text, isRightToLeft }) =>
    isRightToLeft ? nameInOrder(text, face) : runsOf(text, face),
  )

/** By Unicode's algorithm: numbers and Latin words of a name run from left to right, and everything else from right to left. */
function nameInOrder(name: string, face: Face): Run[] {
  const { levels } = loadBidi().getEmbeddingLevels(name, 'rtl')
  const parts: { text: string; level: number }[] = []
  for (let at = 0; at < name.length; at++) {
    const level = levels[at] ?? 1
    const last = parts.at(-1)
    if (last && last.level === level) last.text += name.charAt(at)
    else parts.push({ text: name.charAt(at), level })
  }
  return parts.reverse().flatMap(({ text, level }) => {
    const runs = runsOf(text, face)
    return level % 2 === 0 ? runs : runs.reverse().map((run) => (run.font.name === face ? backwards(run) : run))
  })
}

/** Fonts of such scripts draw letters from right to left themselves. */
const backwards = ({ text, font }: Run): Run => ({ text: [...text].reverse().join(''), font })
