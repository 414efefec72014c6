import { DAY_MS } from '../../../shared/datetime.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDevices } from '../../readers/devices/evaluation.ts'
import { managedDevices } from '../../readers/devices/managed-devices.ts'
import { onboardedDevices } from '../../readers/devices/onboarding.ts'
import { unknown } from '../../readers/results/result.ts'
import { count } from '../../readers/results/sentences.ts'

const DAYS = 14
const EXPECTED = 'Every device on the list has been seen within the last 14 days.'

/**
 * ISM-1807. Intune's device list is the automated discovery that every tenant has; it is as good as its entries are
 * fresh. The result mentions what Defender finds on the network, but that does not change the verdict: finding an
 * unmanaged device shows that discovery works.
 */
export const assetDiscovery: Check = {
  id: 'asset-discovery',
  version: 1,
  evaluate(tenant: TenantReading, parameters: Parameters): CheckResult {
    const managed = managedDevices(tenant)
    if (!managed.ok) return unknown(managed, EXPECTED)
    const since = Date.parse(parameters.now) - DAYS * DAY_MS
    const found = onboardedDevices(tenant)
    const notYet = found.ok ? found.devices.filter(({ status }) => status === 'can be onboarded').length : 0
    return evaluateDevices(
      {
        devices: managed.devices.map(({ name, lastSyncMs }) => ({
          name,
          passes: lastSyncMs === undefined ? undefined : lastSyncMs >= since,
        })),
        noun: 'managed device',
        predicate: `reported to Intune within the last ${DAYS} days`,
        expected: EXPECTED,
        details: notYet > 0 ? [`Defender knows of ${count(notYet, 'device')} not onboarded that could be.`] : [],
        unknowns: ['Some devices have never reported since they were enrolled.'],
        evidence: [managed.evidence, ...(found.ok ? [found.evidence] : [])],
        limitations: [
          'Only devices in Intune are counted; servers, network devices and unmanaged computers are for people to tell.',
          ...(found.ok ? [] : ['What Defender finds on the network is not seen.']),
        ],
      },
      parameters,
    )
  },
}
