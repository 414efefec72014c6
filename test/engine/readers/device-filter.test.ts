import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DEVICE_PROOF,
  deviceFilterOf,
  proofOfExempt,
} from '../../../src/engine/readers/conditional-access/device-filter.ts'

const names = Object.keys(DEVICE_PROOF)

/** What is certain of the devices that a filter leaves out, or that the filter is not understood. */
function proof(mode: string, rule: string): string | undefined {
  const filter = deviceFilterOf({ deviceFilter: { mode, rule } })
  return filter.kind === 'filter' ? names[proofOfExempt(filter.mode, filter.rule)] : filter.kind
}

const ROWS: [mode: string, rule: string, proof: string][] = [
  ['exclude', 'device.isCompliant -eq True', 'managed'],
  ['exclude', '(device.isCompliant -eq "True")', 'managed'],
  ['exclude', 'device.isCompliant -eq False', 'nothing'],
  ['exclude', 'device.isCompliant -ne False', 'nothing'],
  ['exclude', 'device.trustType -eq "ServerAD"', 'managed'],
  ['exclude', 'device.trustType -in ["ServerAD"]', 'managed'],
  ['exclude', 'device.trustType -in ["ServerAD", "Workplace"]', 'nothing'],
  ['exclude', 'device.trustType -eq "Workplace"', 'nothing'],
  ['exclude', 'device.trustType -eq "AzureAD"', 'nothing'],
  ['exclude', 'device.trustType -ne "Workplace"', 'nothing'],
  ['exclude', 'device.isCompliant -eq True -or device.trustType -eq "ServerAD"', 'managed'],
  ['exclude', 'device.isCompliant -eq True -or device.displayName -startsWith "PC"', 'nothing'],
  ['exclude', 'device.isCompliant -eq True -and device.displayName -startsWith "PC"', 'managed'],
  ['exclude', 'device.displayName -startsWith "PAW"', 'nothing'],
  ['exclude', 'device.model -eq "Surface Laptop"', 'nothing'],
  ['exclude', 'device.extensionAttribute1 -eq "PAW"', 'dedicated'],
  ['exclude', 'device.extensionAttribute1 -eq ""', 'nothing'],
  ['exclude', 'device.extensionAttribute1 -ne "Kiosk"', 'nothing'],
  ['exclude', 'device.extensionAttribute1 -eq "PAW" -or device.isCompliant -eq True', 'managed'],
  ['exclude', 'device.isCompliant -eq True and device.extensionAttribute15 -startsWith "P"', 'dedicated'],
  [
    'exclude',
    'device.isCompliant -eq True -and (device.trustType -eq "Workplace" -or device.model -eq "x")',
    'managed',
  ],
  [
    'exclude',
    'device.extensionAttribute1 -eq "PAW" -or device.model -eq "x" -and device.isCompliant -eq True',
    'managed',
  ],
  ['exclude', "device.deviceId -in ['a', 'b']", 'dedicated'],
  ['include', 'device.extensionAttribute1 -ne "PAW"', 'dedicated'],
  ['include', 'device.isCompliant -ne True', 'managed'],
  ['include', 'device.isCompliant -ne True -and device.trustType -ne "ServerAD"', 'managed'],
  ['include', 'device.isCompliant -ne True -or device.displayName -notContains "PC"', 'managed'],
  ['include', 'device.isCompliant -ne True -and device.displayName -notContains "PC"', 'nothing'],
  ['include', 'device.isCompliant -eq False', 'nothing'],
  ['include', 'device.extensionAttribute1 -eq "PAW"', 'nothing'],
  ['exclude', '-not (device.isCompliant -eq False)', 'unknown'],
  ['exclude', 'device.isCompliant -eq', 'unknown'],
  ['exclude', 'device.isCompliant -like "T*"', 'unknown'],
  ['exclude', 'device.isCompliant -eq True -xor device.model -eq "x"', 'unknown'],
  ['exclude', '(device.isCompliant -eq True', 'unknown'],
  ['sometimes', 'device.isCompliant -eq True', 'unknown'],
  ['exclude', '', 'none'],
]

for (const [mode, rule, expected] of ROWS) {
  test(`a filter to ${mode} ${rule || 'nothing'}: ${expected}`, () => {
    assert.equal(proof(mode, rule), expected)
  })
}

test('a devices condition with other parts cannot be parsed', () => {
  assert.equal(deviceFilterOf({ includeDevices: ['All'], excludeDevices: ['Compliant'] }).kind, 'unknown')
  assert.equal(deviceFilterOf(null).kind, 'none')
})
