import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from '../../portal/screens/approvals/links-csv.ts'

test('no name of a customer becomes a formula in the file of links, whatever separates the cells', () => {
  const names = ['=1+1', ' =1+1', 'Acme;=1+1', 'Acme\n@SUM(1)', '"=1+1', '\uFF1D1+1', '\tAcme']
  for (const name of names) assert.match(toCsv([[name]]).replaceAll('""', '"'), /'/, name)
  assert.equal(toCsv([['Acme, "north" & south']]), '\ufeff"Acme, ""north"" & south"\r\n')
})
