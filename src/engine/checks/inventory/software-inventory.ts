import type { Check } from '../../model/check.ts'
import { softwareOnDevices } from '../../readers/devices/software.ts'
import { affected, unknown } from '../../readers/results/result.ts'
import { share } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'

const EXPECTED = 'Defender lists the software of every managed Windows device, and keeps the list current.'

/**
 * Defender lists the software of each onboarded device and keeps the list current; the list is as complete as the share of
 * devices that report. Another product may list the software of the others, so they are never a failure. Cloud
 * applications are in the directory anyway, so they are not evaluated.
 */
export const softwareInventory: Check = {
  id: 'software-inventory',
  version: 2,
  counts: 'device',
  evaluate(tenant, { thresholds }) {
    const inventory = softwareOnDevices(tenant)
    if (!inventory.ok) return unknown(inventory, EXPECTED)
    const { devices, managed = devices.length, unseen, evidence } = inventory
    const coverage = { n: managed - unseen.length, of: managed }
    const listed = `Defender lists the software of ${share(coverage, 'device')}.`
    const result = {
      expected: EXPECTED,
      ...affected(unseen),
      evidence,
      limitations: ['Lists in other products, servers outside Defender, and who owns each entry are not read.'],
    }
    if (verdictOf(coverage, thresholds) === 'effective') {
      return { ...result, verdict: 'effective', coverage, observed: listed }
    }
    const observed = `${listed} Another product that we do not see may list the software of the others.`
    return { ...result, verdict: 'no_visibility', kind: 'absent', ...(coverage.n > 0 && { coverage }), observed }
  },
}
