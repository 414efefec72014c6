import type { Check } from '../../model/check.ts'
import { evaluateDevices } from '../../readers/devices/evaluation.ts'
import { isComputer, managedDevices } from '../../readers/devices/managed-devices.ts'
import { unknown } from '../../readers/results/result.ts'

const EXPECTED = 'The disk of every managed computer is encrypted.'

const ANOTHER = 'another product that encrypts disks'
const OTHER_ENCRYPTION = 'If another product encrypts disks here, say so in the questionnaire; that answer then counts.'

/**
 * Disks of computers are encrypted, as they report it to Intune. Not part of Essential Eight. Phones are left out: they
 * are always encrypted, and counting them would hide computers that are not.
 */
export const deviceEncryption: Check = {
  id: 'device-encryption',
  version: 2,
  counts: 'computer',
  evaluate(tenant, parameters) {
    const managed = managedDevices(tenant)
    if (!managed.ok) return unknown(managed, EXPECTED)
    const result = evaluateDevices(
      {
        devices: managed.devices
          .filter(isComputer)
          // Intune also writes “not encrypted” for a device that has never reported.
          .map(({ name, encrypted, lastSyncMs }) => ({
            name,
            passes: lastSyncMs === undefined ? undefined : encrypted,
          })),
        noun: 'managed computer',
        predicate: 'report that their disk is encrypted',
        expected: EXPECTED,
        unknowns: ['Some computers have never reported whether their disk is encrypted.'],
        evidence: [managed.evidence],
        limitations: [
          'Servers, removable media and what is stored in online services are not read.',
          'Intune reports the encryption of Windows and macOS; disks that another product encrypts may count as open.',
        ],
      },
      parameters,
    )
    const isShort = result.verdict === 'partial' || result.verdict === 'ineffective'
    return isShort ? { ...result, kind: 'absent', invites: OTHER_ENCRYPTION, another: ANOTHER } : result
  },
}
