import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productName } from '../../../src/engine/readers/devices/product-names.ts'

test('products of the inventory have the names that people know', () => {
  const names: Record<string, string> = {
    'acrobat_reader 11.0.23': 'Acrobat Reader 11.0.23',
    acrobat_reader_dc: 'Acrobat Reader DC',
    'flash_player 32.0.0.371': 'Flash Player 32.0.0.371',
    '365_apps': 'Microsoft 365 Apps',
    '7-zip': '7-Zip',
    'python 3.8.10': 'Python 3.8.10',
    // Already written for people.
    'Visual Studio': 'Visual Studio',
    // Not properties that every object has.
    'constructor 1.0': 'Constructor 1.0',
    '': '',
  }
  for (const [inventoried, name] of Object.entries(names)) assert.equal(productName(inventoried), name)
})
