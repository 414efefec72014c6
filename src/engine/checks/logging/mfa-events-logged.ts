import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check } from '../../model/check.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'

const EXPECTED = 'Every sign-in, with its second factor and outcome, is kept in one log that is still being written.'

const QUIET_DAYS = 7
const DAY_MS = 86_400_000

const LIMITATIONS = [
  'Whether sign-in logs are forwarded to a central store or security monitoring is set outside what is read; it must be asked.',
  'How long the logs are kept was not read: Entra itself keeps them for 30 days with a P1 or P2 licence.',
  'Whether the unified audit log of Exchange and SharePoint is on was not read.',
]

/**
 * Entra's sign-in log, which records the outcome of each multi-factor authentication, can be read and is fresh
 * (ISM-1683). Only the newest record is read, never the log.
 */
export const mfaEventsLogged: Check = {
  id: 'mfa-events-logged',
  version: 1,
  evaluate(tenant, parameters) {
    const reading = readDataset(tenant, 'signIns')
    if (!reading.ok) return unknown(reading, EXPECTED)
    const times = list(reading.value).map((record) => Date.parse(text(fields(record).createdDateTime) ?? ''))
    const newest = Math.max(...times.filter((time) => Number.isFinite(time)))
    const result = { expected: EXPECTED, evidence: evidenceOf(reading), limitations: LIMITATIONS }
    if (!Number.isFinite(newest)) {
      return { ...result, verdict: 'no_visibility', observed: 'The sign-in log can be read and holds no dated record.' }
    }
    const days = Math.floor((Date.parse(parameters.now) - newest) / DAY_MS)
    const when = `The newest sign-in on record is from ${new Date(newest).toISOString().slice(0, 10)}.`
    return days > QUIET_DAYS
      ? { ...result, verdict: 'partial', observed: `${when} Nothing was recorded in the ${days} days since.` }
      : { ...result, verdict: 'effective', observed: `The sign-in log is being written. ${when}` }
  },
}
