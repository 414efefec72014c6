import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { fields, list } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'
import { dateMsOf } from '../../readers/values/dates.ts'

/** A directory in use has sign-ins and changes every few days, from its own services if not from people. */
const QUIET_DAYS = 7

/** What the newest record of a log of Entra does not show. */
export const NOT_READ: readonly string[] = [
  'Where Entra’s logs are forwarded to, such as a central store or security monitoring, is not read.',
  'How long they are kept is not read: Entra itself keeps them for 30 days, and for 7 without a P1 or P2 licence.',
  'Whether the unified audit log of Exchange and SharePoint is on was not read.',
]

export interface LogDemand {
  dataset: string
  /** The property with the date of a record. */
  dateField: string
  expected: string
  /** Starts the sentence "… is being written." */
  log: string
  /** Starts the sentence "… is from 2026-03-01." */
  newestRecord: string
  limitations: readonly string[]
}

/**
 * Whether a log of Entra can be read and is current. Only its newest records are read, never the whole log. The logs cannot
 * be switched off, so a lack of recent records may only mean inactivity, which is not a failure.
 */
export function evaluateFreshness(tenant: TenantReading, { now }: Parameters, demand: LogDemand): CheckResult {
  const { expected, log, limitations } = demand
  const reading = readDataset(tenant, demand.dataset)
  if (!reading.ok) return unknown(reading, expected)
  const newest = Math.max(...list(reading.value).flatMap((record) => dateMsOf(fields(record)[demand.dateField]) ?? []))
  const result = { expected, evidence: evidenceOf(reading), limitations: [...limitations] }
  if (!Number.isFinite(newest)) {
    return { ...result, verdict: 'no_visibility', observed: `${log} can be read but has no dated record.` }
  }
  const days = Math.floor((Date.parse(now) - newest) / DAY_MS)
  const when = `${demand.newestRecord} is from ${new Date(newest).toISOString().slice(0, 10)}.`
  return days > QUIET_DAYS
    ? {
        ...result,
        verdict: 'no_visibility',
        kind: 'absent',
        observed: `${when} Nothing was recorded in the ${days} days since; whether the log lacks anything is not known.`,
      }
    : { ...result, verdict: 'effective', observed: `${log} is being written. ${when}` }
}
