import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

export type FixList = Reads['/partner/fixes']
export type Fix = FixList['fixes'][number]
export type Severity = Fix['severity']
export type SharedChange = Reads['/partner/fixes/changes']['changes'][number]

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

const TONES: Readonly<Record<Severity, Tone | 'dim'>> = { critical: 'bad', high: 'warn', medium: 'info', low: 'dim' }

export const severityOf = (severity: Severity): { tone: Tone | 'dim'; words: string } => ({
  tone: TONES[severity],
  words: severity.charAt(0).toUpperCase() + severity.slice(1),
})

/** How much work a fix is; each is about twice the one before. */
export const EFFORTS = {
  minutes: 'Less than an hour',
  hours: 'Less than a day',
  days: 'Less than two weeks',
  project: 'A project',
} as const

export const effortWords = (effort: Fix['effort']): string => (effort === undefined ? 'Not known' : EFFORTS[effort])

/** `2 critical, 12 high`: for how many customers it is how severe. */
export const bySeverityWords = ({ bySeverity }: Pick<Fix, 'bySeverity'>): string =>
  SEVERITIES.flatMap((severity) =>
    bySeverity[severity] > 0 ? `${formatNumber(bySeverity[severity])} ${severity}` : [],
  ).join(', ')

/** `+6.3`; a dash where it adds nothing by itself, or where that is not known. */
export function pointsWords(points = 0): string {
  const rounded = Math.round(points * 10) / 10
  return rounded === 0 ? '–' : `+${formatNumber(rounded)}`
}

/** Which customers are not included, and why; each a sentence. */
export function missingOf({ notApproved, notAssessed, notRead }: FixList['customers']): string[] {
  const has = (count: number): string => (count === 1 ? 'has' : 'have')
  return [
    ...(notApproved > 0 ? [`${plural(notApproved, 'customer')} ${has(notApproved)} not approved you.`] : []),
    ...(notAssessed > 0 ? [`${plural(notAssessed, 'customer')} ${has(notAssessed)} no completed run yet.`] : []),
    ...(notRead > 0 ? [`The results of ${plural(notRead, 'customer')} are still being processed.`] : []),
  ]
}

/** What happened to a requirement at several customers at once. */
export const CHANGES: Readonly<Record<SharedChange['change'], { tone: Tone | 'dim'; words: string }>> = {
  opened: { tone: 'bad', words: 'New finding' },
  resolved: { tone: 'good', words: 'Resolved' },
  known: { tone: 'info', words: 'Can be evaluated again' },
  unknown: { tone: 'warn', words: 'Can no longer be evaluated' },
}
