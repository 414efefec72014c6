import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { judgeDevices } from './judge-devices.ts'
import { softwareOnDevices } from './software-on-devices.ts'
import { some, unknown } from './verdict.ts'

interface Scope {
  id: string
  ended: 'listedEnded' | 'otherEnded'
  software: string
}

const LIMITATIONS = [
  'Software whose end of support Defender does not know counts as supported; extensions of browsers are not read.',
]

/** What Defender's inventory marks as past its end of support (`DeviceTvmSoftwareInventory.EndOfSupportStatus`). */
function supportCheck(scope: Scope): Check {
  return { id: scope.id, version: 1, evaluate: (tenant, parameters) => judgeScope(tenant, parameters, scope) }
}

function judgeScope(tenant: TenantReading, parameters: Parameters, { ended, software }: Scope): CheckResult {
  const expected = `No device has ${software} that its vendor has stopped supporting.`
  const inventory = softwareOnDevices(tenant)
  if (!inventory.ok) return unknown(inventory, expected)
  const found = new Set(inventory.devices.flatMap((device) => device[ended]))
  const judged = inventory.devices.map((device) => {
    const names = device[ended]
    return { name: names.length > 0 ? `${device.name} (${some(names)})` : device.name, holds: names.length === 0 }
  })
  const unseen = Array.from({ length: inventory.unseen }, () => ({ name: 'not seen', holds: undefined }))
  return judgeDevices(
    {
      devices: [...judged, ...unseen],
      noun: 'device',
      holding: `${judged.length === 1 ? 'is' : 'are'} free of ${software} past its end of support`,
      expected,
      details: found.size > 0 ? [`Found: ${some([...found].sort(), 5)}.`] : [],
      unknowns: ['Some managed Windows devices do not report their software to Defender.'],
      evidence: inventory.evidence,
      limitations: LIMITATIONS,
    },
    parameters,
  )
}

/** ISM-1704. */
export const unsupportedApplications = supportCheck({
  id: 'unsupported-applications',
  ended: 'listedEnded',
  software: 'office, browser, mail, PDF or security software, or Flash Player,',
})

/** ISM-0304. */
export const otherUnsupportedApplications = supportCheck({
  id: 'other-unsupported-applications',
  ended: 'otherEnded',
  software: 'other software',
})
