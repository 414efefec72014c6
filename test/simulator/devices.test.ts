import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset } from '../../src/engine/datasets/catalogue.ts'
import { readDataset, readTenant } from '../../src/engine/datasets/reading.ts'
import { type Fields, fields, list } from '../../src/shared/json.ts'
import { modelTenant } from '../../src/simulator/model-tenant.ts'

const read = (key: string): Fields[] => {
  const reading = readDataset(readTenant(modelTenant()), key)
  assert.ok(reading.ok)
  return list(reading.value).map(fields)
}

test('most Windows devices of the typical tenant are managed only by Intune, and a few are not', () => {
  const windows = read('managedDevices').filter(({ operatingSystem }) => operatingSystem === 'Windows')
  const joins = new Map(read('deviceEditions').map(({ id, joinType }) => [id, joinType]))
  const counted = Map.groupBy(windows, ({ id, managementAgent, deviceEnrollmentType }) =>
    [joins.get(id), managementAgent, deviceEnrollmentType].join(' '),
  )
  assert.deepEqual(Object.fromEntries([...counted].map(([kind, { length }]) => [kind, length])), {
    'azureADJoined mdm windowsAzureADJoin': 29,
    'hybridAzureADJoined mdm windowsCoManagement': 3,
    'hybridAzureADJoined configurationManagerClientMdm windowsCoManagement': 2,
  })
  for (const { managementAgent, configurationManagerClientEnabledFeatures: workloads } of windows) {
    assert.equal(typeof fields(workloads).deviceConfiguration, managementAgent === 'mdm' ? 'undefined' : 'boolean')
  }
})

test('the collector asks for everything that shows how a device is managed', () => {
  const selected = ['managedDevices', 'deviceEditions'].flatMap((key) => dataset(key).query?.$select?.split(',') ?? [])
  for (const name of [
    'managementAgent',
    'deviceEnrollmentType',
    'configurationManagerClientEnabledFeatures',
    'joinType',
  ])
    assert.ok(selected.includes(name), name)
})
