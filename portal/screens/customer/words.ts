import type { Unknown } from '../../../src/features/portal/customer/schema.ts'
import { spanOf } from '../../../src/shared/charts/gauge.ts'
import { spanStep } from '../../../src/shared/charts/span-change.ts'
import { isLevelKnown } from '../../../src/shared/portal/enough-known.ts'
import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import type { Json } from '../../json.ts'
import { spanWords } from '../../parts/span-words.ts'
import type { Tone } from '../../parts/tone.ts'

export type Overview = Reads['/partner/customers/:id/overview']
export type ProductState = Overview['products'][number]
export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export const SEVERITY: Readonly<Record<Severity, { tone: Tone | 'dim'; word: string }>> = {
  critical: { tone: 'bad', word: 'Critical' },
  high: { tone: 'warn', word: 'High' },
  medium: { tone: 'info', word: 'Medium' },
  low: { tone: 'dim', word: 'Low' },
}

export const EFFORT = { minutes: 'Minutes', hours: 'Hours', days: 'Days', project: 'A project' } as const

interface Scored {
  score: number
  scoreCeiling: number
}

/** The score of a run as a span. */
export const scoreWords = ({ score, scoreCeiling }: Scored): string => spanWords(score, scoreCeiling)

/** `+4` or `−2`; nothing where only more or less is known than before. */
export function changeWords(before: Scored, after: Scored): { words: string; tone: Tone } | undefined {
  const step = spanStep(spanOf(before), spanOf(after))
  return step === 0 ? undefined : { words: stepText(step), tone: step > 0 ? 'good' : 'bad' }
}

/** `+4`, or `−2` with a true minus. */
export const stepText = (step: number): string => (step > 0 ? `+${step}` : `−${-step}`)

/** What would make unknown requirements known, and how many of them. */
export function unknownWords({ kind, name, count, rows }: Json<Unknown>): string {
  const makes = `makes ${plural(rows, 'requirement')} known`
  switch (kind) {
    case 'permission':
      return count === 1
        ? `The permission ${name} ${makes}.`
        : `The ${count} missing permissions together make ${plural(rows, 'requirement')} known.`
    case 'licence':
      return `${name} ${makes}.`
    case 'question':
      return `${plural(count, 'answer')} of the customer ${count === 1 ? 'makes' : 'make'} ${plural(rows, 'requirement')} known.`
    case 'reading':
      return `${plural(rows, 'requirement')} could not be read: ${name}`
  }
}

/** The level that a run found beside its target: `1.5, target 3`. */
export const levelWords = (run: {
  maturityAchieved: number
  maturityTarget: number
  coverage: number
  findings: number
}): string => `${isLevelKnown(run) ? formatNumber(run.maturityAchieved) : 'not known'}, target ${run.maturityTarget}`

/** `+3.5 points`. */
export const gainWords = (gain: number): string => `+${formatNumber(gain)} ${gain === 1 ? 'point' : 'points'}`
