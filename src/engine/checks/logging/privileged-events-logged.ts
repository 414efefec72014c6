import { fields, list } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check } from '../../model/check.ts'
import { dateMsOf } from '../../readers/identity/sign-in-activity.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'

const EXPECTED = 'Every use of administrative rights in the directory is kept in one log that is still being written.'

/** A directory in use is changed every few days, by its own services if not by people. */
const QUIET_DAYS = 7
const DAY_MS = 86_400_000

const LIMITATIONS = [
  'Whether the audit log is forwarded to a central store or security monitoring is set outside what is read; it must be asked.',
  'How long it is kept was not read: Entra itself keeps it for 30 days, and for 7 without a P1 licence.',
  'Whether the unified audit log of Exchange and SharePoint is on, and the logs of servers, were not read.',
]

/**
 * Entra's audit log, which records the use of roles (ISM-1509) and changes to accounts and groups (ISM-1650), can be
 * read and is fresh. Only its newest page is read. It cannot be switched off, so what people must tell is whether it
 * reaches a central log.
 */
export const privilegedEventsLogged: Check = {
  id: 'privileged-events-logged',
  version: 1,
  evaluate(tenant, parameters) {
    const reading = readDataset(tenant, 'directoryAudits')
    if (!reading.ok) return unknown(reading, EXPECTED)
    const times = list(reading.value).flatMap((record) => dateMsOf(fields(record).activityDateTime) ?? [])
    const newest = Math.max(...times)
    const result = { expected: EXPECTED, evidence: evidenceOf(reading), limitations: LIMITATIONS }
    if (!Number.isFinite(newest)) {
      return { ...result, verdict: 'no_visibility', observed: 'The audit log can be read and holds no dated record.' }
    }
    const days = Math.floor((Date.parse(parameters.now) - newest) / DAY_MS)
    const when = `The newest entry of the audit log is from ${new Date(newest).toISOString().slice(0, 10)}.`
    return days > QUIET_DAYS
      ? { ...result, verdict: 'partial', observed: `${when} Nothing was recorded in the ${days} days since.` }
      : { ...result, verdict: 'effective', observed: `The audit log is being written. ${when}` }
  },
}
