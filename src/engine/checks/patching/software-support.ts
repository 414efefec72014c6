import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDevices } from '../../readers/devices/evaluation.ts'
import { productName } from '../../readers/devices/product-names.ts'
import { softwareOnDevices } from '../../readers/devices/software.ts'
import { unknown } from '../../readers/results/result.ts'
import { some } from '../../readers/results/sentences.ts'

interface Scope {
  id: string
  ended: 'listedEnded' | 'otherEnded'
  software: string
}

const LIMITATIONS = [
  'Software whose end of support Defender does not know counts as supported; extensions of browsers are not read.',
]

/** What Defender's inventory marks as past its end of support (`DeviceTvmSoftwareInventory.EndOfSupportStatus`). */
export function supportCheck(scope: Scope): Check {
  return {
    id: scope.id,
    version: 1,
    counts: 'device',
    evaluate: (tenant, parameters) => evaluateScope(tenant, parameters, scope),
  }
}

function evaluateScope(tenant: TenantReading, parameters: Parameters, { ended, software }: Scope): CheckResult {
  const expected = `No device has ${software} that its vendor has stopped supporting.`
  const inventory = softwareOnDevices(tenant)
  if (!inventory.ok) return unknown(inventory, expected)
  const found = new Set(inventory.devices.flatMap((device) => device[ended]))
  const evaluated = inventory.devices.map((device) => {
    const names = device[ended]
    return { name: device.name, shortcoming: () => some(names.map(productName)), passes: names.length === 0 }
  })
  const unseen = inventory.unseen.map((name) => ({ name, passes: undefined }))
  return evaluateDevices(
    {
      devices: [...evaluated, ...unseen],
      noun: 'device',
      predicate: `have no ${software} that its vendor has stopped supporting`,
      expected,
      details: found.size > 0 ? [`Found: ${some([...found].map(productName).sort(), 5)}.`] : [],
      unknowns: ['Some managed Windows devices do not report their software to Defender.'],
      evidence: inventory.evidence,
      limitations: LIMITATIONS,
    },
    parameters,
  )
}
