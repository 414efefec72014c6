import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { formatCount } from '../../../shared/text/numbers.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { managedDevices } from '../../readers/devices/managed-devices.ts'
import { onboardedDevices } from '../../readers/devices/onboarding.ts'
import { unknown } from '../../readers/results/result.ts'
import { count } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'

const DAYS = 14
const EXPECTED = `Devices are searched for automatically at least every ${DAYS} days, and the list of them is current.`

/**
 * What the tenant shows about ISM-1807: how current Intune's list of devices is, and what Defender has found on the
 * network. Devices that checked in were enrolled, not discovered, so an outdated list is not a failure of discovery, and a
 * current one does not prove it.
 */
export const assetDiscovery: Check = {
  id: 'asset-discovery',
  version: 2,
  counts: 'device',
  evaluate(tenant: TenantReading, { now, thresholds }: Parameters): CheckResult {
    const managed = managedDevices(tenant)
    if (!managed.ok) return unknown(managed, EXPECTED)
    const since = Date.parse(now) - DAYS * DAY_MS
    const recent = managed.devices.filter(({ lastSyncMs = 0 }) => lastSyncMs >= since)
    const coverage = { n: recent.length, of: managed.devices.length }
    const isCurrent = verdictOf(coverage, thresholds) === 'effective'
    const found = onboardedDevices(tenant)
    const discovered = found.ok ? found.devices.filter(({ status }) => status === 'can be onboarded').length : 0
    return {
      ...(isCurrent ? { verdict: 'effective' } : { verdict: 'no_visibility', kind: 'absent' }),
      ...(coverage.n > 0 && { coverage }),
      observed: [
        `Of ${count(coverage.of, 'device')} in Intune, ${formatCount(coverage.n)} reported to it within the last ${DAYS} days.`,
        ...(discovered > 0
          ? [
              `Defender has found ${count(discovered, 'device')} on the network that ${discovered === 1 ? 'is' : 'are'} not onboarded yet.`,
            ]
          : []),
      ].join(' '),
      expected: EXPECTED,
      evidence: [managed.evidence, ...(found.ok ? [found.evidence] : [])],
      limitations: [
        'A current list of enrolled devices does not show that a tool searches for others.',
        'Servers, network devices and unmanaged computers are not in this list.',
        ...(found.ok ? [] : ['What Defender finds on the network is not seen.']),
      ],
    }
  },
}
