import { readDataset } from '../../datasets/reading.ts'
import type { CheckResult } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evidenceOf, unknown } from '../results/result.ts'

export type SettingOutcome = Pick<CheckResult, 'verdict' | 'observed'>

export interface SettingDemand {
  expected: string
  limitations?: string[]
  /** The verdict on the object; undefined if it does not contain the setting. */
  outcomeOf: (value: unknown) => SettingOutcome | undefined
}

/** Evaluates a tenant-wide setting in a dataset of one object. */
export function evaluateSetting(
  tenant: TenantReading,
  dataset: string,
  { expected, limitations = [], outcomeOf }: SettingDemand,
): CheckResult {
  const reading = readDataset(tenant, dataset)
  if (!reading.ok) return unknown(reading, expected)
  const unknownOutcome: SettingOutcome = {
    verdict: 'no_visibility',
    observed: 'The reading does not say how this is set.',
  }
  return { ...(outcomeOf(reading.value) ?? unknownOutcome), expected, evidence: evidenceOf(reading), limitations }
}
