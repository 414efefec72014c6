import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateAccounts } from '../privileged-access/account-evaluation.ts'
import { unknown } from '../results/result.ts'
import { DEVICE, devicePoliciesOf, deviceState, filtersNotUnderstood } from './devices.ts'

const LIMITATIONS = [
  'Only sign-in to the admin portals and to Azure management is evaluated, not to other command-line tools or to servers.',
  'A policy may require certain devices; how those devices are configured is not read.',
]

export interface DeviceDemand {
  required: typeof DEVICE.managed | typeof DEVICE.dedicated
  predicate: string
  expected: string
}

export function evaluateAdministratorDevices(
  tenant: TenantReading,
  parameters: Parameters,
  { required, predicate, expected }: DeviceDemand,
): CheckResult {
  const { reading } = devicePoliciesOf(tenant)
  if (!reading.ok) return unknown(reading, expected)
  return evaluateAccounts(tenant, parameters, {
    expected,
    predicate,
    stateOf: (account) => deviceState(tenant, account, required),
    readings: [reading],
    limitations: [...LIMITATIONS, ...filtersNotUnderstood(tenant)],
  })
}

export const MANAGED: DeviceDemand = {
  required: DEVICE.managed,
  predicate: 'can administer only from devices that the organisation manages',
  expected:
    'Conditional Access lets everybody with a directory role administer only from a managed device, or from devices set apart for it.',
}
