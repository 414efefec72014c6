import { readDataset } from '../datasets/reading.ts'
import type { CheckResult } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { evidenceOf, unknown } from './verdict.ts'

export type Told = Pick<CheckResult, 'verdict' | 'observed'>

export interface SettingQuestion {
  expected: string
  limitations?: string[]
  /** What the object comes to; undefined where it does not say. */
  told: (value: unknown) => Told | undefined
}

/** Judges a setting that holds for the whole tenant and stands in a dataset of one object. */
export function judgeSetting(
  tenant: TenantReading,
  dataset: string,
  { expected, limitations = [], told }: SettingQuestion,
): CheckResult {
  const reading = readDataset(tenant, dataset)
  if (!reading.ok) return unknown(reading, expected)
  const untold: Told = { verdict: 'no_visibility', observed: 'What was read does not say how this is set.' }
  return { ...(told(reading.value) ?? untold), expected, evidence: evidenceOf(reading), limitations }
}
