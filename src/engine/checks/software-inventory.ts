import type { Check } from '../model.ts'
import { judgeDevices } from './judge-devices.ts'
import { softwareOnDevices } from './software-on-devices.ts'
import { unknown } from './verdict.ts'

const EXPECTED = 'Every managed Windows device has its software listed by Defender, which keeps the list itself.'

/**
 * Defender lists the software of each onboarded device and keeps the list current; the list is as good as the share of
 * devices that report to it. Applications of the cloud stand in the directory by nature, so nothing about them is judged.
 */
export const softwareInventory: Check = {
  id: 'software-inventory',
  version: 1,
  evaluate(tenant, parameters) {
    const inventory = softwareOnDevices(tenant)
    if (!inventory.ok) return unknown(inventory, EXPECTED)
    const { devices, unseen, evidence } = inventory
    return judgeDevices(
      {
        devices: [
          ...devices.map(({ name }) => ({ name, holds: true })),
          ...Array.from({ length: unseen }, () => ({ name: 'a device that reports none', holds: false })),
        ],
        noun: 'device',
        holding: `${devices.length === 1 ? 'has its' : 'have their'} software listed by Defender`,
        expected: EXPECTED,
        unknowns: [],
        evidence,
        limitations: [
          'A list that another product keeps, servers outside Defender, and who owns each entry are not read.',
          'How many managed devices report is compared, not which.',
        ],
      },
      parameters,
    )
  },
}
