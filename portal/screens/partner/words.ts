import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'

export type Partner = Reads['/distributor/partners/:id/overview']

/** Everything that a change of a partner makes out of date. */
export const CHANGED = {
  invalidates: [
    '/distributor/portfolio',
    '/distributor/partners',
    '/distributor/home',
    '/distributor/usage',
    '/distributor/audit',
  ],
}

/** What a suspension ends, with what there is of it now. */
export function suspensionEffects({ inUse }: Pick<Partner, 'inUse'>): string[] {
  const { keys, people, queuedRuns, runningRuns, schedules } = inUse
  return [
    keys === 0
      ? 'This partner has no API keys.'
      : `${plural(keys, 'API key')} ${keys === 1 ? 'stops' : 'stop'} working at once and permanently.`,
    people === 0
      ? 'Nobody can sign in.'
      : `${people === 1 ? 'One person is' : `${formatNumber(people)} people are`} signed out, and nobody can sign in.`,
    `${queuedRuns === 0 ? 'No run is waiting' : `${plural(queuedRuns, 'waiting run')} ${queuedRuns === 1 ? 'is' : 'are'} canceled`}${runningRuns === 0 ? '.' : `, and ${formatNumber(runningRuns)} running ${runningRuns === 1 ? 'one finishes' : 'ones finish'}.`}`,
    schedules === 0
      ? 'No schedule is active.'
      : `${plural(schedules, 'schedule')} ${schedules === 1 ? 'skips' : 'skip'} due runs until the partner is active again.`,
    'Links for consent and questionnaires stop working.',
  ]
}
