import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { isComputer, managedDevices } from '../devices/managed-devices.ts'
import { count } from '../results/sentences.ts'
import { verdictOf } from '../results/verdict.ts'

/**
 * If Macs must have it too and the organisation has some, it is not enough that all Windows devices do: the settings of
 * Macs are not read, so people must answer for them. `what` starts the sentence "… on Macs is not read."
 */
export function unlessMacs(
  result: CheckResult,
  tenant: TenantReading,
  { thresholds }: Parameters,
  what: string,
): CheckResult {
  const managed = managedDevices(tenant)
  if (result.verdict !== 'effective' || !managed.ok) return result
  const computers = managed.devices.filter(isComputer)
  const macs = computers.filter(({ system }) => system === 'macos').length
  if (verdictOf({ n: computers.length - macs, of: computers.length }, thresholds) === 'effective') return result
  const observed = `${result.observed} Intune also lists ${count(macs, 'Mac')}; ${what} on Macs is not read.`
  return { ...result, verdict: 'no_visibility', kind: 'absent', observed }
}
