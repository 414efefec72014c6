import type { CheckResult, Parameters, TenantReading } from '../../model/model.ts'
import { judgeAccounts } from '../privileged-access/account-evaluation.ts'
import { unknown } from '../results/result.ts'
import { DEVICE, devicePoliciesOf, deviceStanding } from './devices.ts'

const LIMITATIONS = [
  'Judged are the admin portals and the management of Azure; command lines that sign in elsewhere, and servers, are not.',
  'How the devices that a policy asks for are set up is not read.',
]

export interface DeviceDemand {
  atLeast: typeof DEVICE.managed | typeof DEVICE.dedicated
  holds: string
  expected: string
}

export function judge(
  tenant: TenantReading,
  parameters: Parameters,
  { atLeast, holds, expected }: DeviceDemand,
): CheckResult {
  const { reading } = devicePoliciesOf(tenant)
  if (!reading.ok) return unknown(reading, expected)
  return judgeAccounts(tenant, parameters, {
    expected,
    holds,
    standing: (account) => deviceStanding(tenant, account, atLeast),
    sparesEmergency: true,
    readings: [reading],
    limitations: LIMITATIONS,
  })
}

export const MANAGED: DeviceDemand = {
  atLeast: DEVICE.managed,
  holds: 'can administer only from devices that the organisation manages',
  expected:
    'Conditional access lets everybody with a directory role administer only from a managed device, or from devices set apart for it.',
}
