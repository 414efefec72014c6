import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { DEVICE, devicePoliciesOf, deviceStanding } from './conditional-access-devices.ts'
import { judgeAccounts } from './privileged-judge.ts'
import { unknown } from './verdict.ts'

const LIMITATIONS = [
  'Judged are the admin portals and the management of Azure; command lines that sign in elsewhere, and servers, are not.',
  'How the devices that a policy asks for are set up is not read.',
]

interface DeviceDemand {
  atLeast: typeof DEVICE.managed | typeof DEVICE.dedicated
  holds: string
  expected: string
}

function judge(tenant: TenantReading, parameters: Parameters, { atLeast, holds, expected }: DeviceDemand): CheckResult {
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

const MANAGED: DeviceDemand = {
  atLeast: DEVICE.managed,
  holds: 'can administer only from devices that the organisation manages',
  expected:
    'Conditional access lets everybody with a directory role administer only from a managed device, or from devices set apart for it.',
}

const DEDICATED: DeviceDemand = {
  atLeast: DEVICE.dedicated,
  holds: 'can administer only from devices that a filter sets apart',
  expected:
    'Conditional access shuts everybody with a directory role out of all devices but those set apart for administration.',
}

/**
 * Administration and everyday work are done in different environments (ISM-1380). Read is the part without which there
 * is no separation at all: that administrators cannot administer from any device they like. Whether the device they
 * use for it is another than the one for everyday work people must tell.
 */
export const separateAdminEnvironments: Check = {
  id: 'separate-admin-environments',
  version: 1,
  evaluate: (tenant, parameters) => judge(tenant, parameters, MANAGED),
}

/**
 * Administration is done on workstations secured for it (ISM-1898). That takes a conditional access filter which spares
 * only devices marked as such. A managed device alone may be anybody's, so it is half of the way and never effective.
 */
export const secureAdminWorkstations: Check = {
  id: 'secure-admin-workstations',
  version: 1,
  evaluate(tenant, parameters) {
    const dedicated = judge(tenant, parameters, DEDICATED)
    if (dedicated.verdict !== 'ineffective') return dedicated
    const managed = judge(tenant, parameters, MANAGED)
    if (managed.verdict === 'no_visibility') return managed
    if (managed.verdict !== 'effective') return dedicated
    const observed = `${managed.observed} No filter sets devices for administration apart.`
    const { coverage: _, ...uncounted } = dedicated
    return { ...uncounted, verdict: 'partial', observed }
  },
}
