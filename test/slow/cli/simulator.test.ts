import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateTenantIds } from '../../../src/simulator/tenants/generated-tenants.ts'
import { newDataDir, runCommand } from '../../start/processes.ts'

test('the same options list the same generated tenants, without a service', async (t) => {
  const dataDir = await newDataDir(t)
  const args = ['simulator', '--tenants', '7', '--users', '50-500', '--seed', '7']
  const { code, stdout } = await runCommand({ dataDir, args: [...args, '--json'] })
  assert.equal(code, 0)
  const ids = generateTenantIds({ tenants: 7, users: { min: 50, max: 500 }, seed: 7 })
  const { tenants } = JSON.parse(stdout)
  assert.deepEqual(
    tenants.map(({ tenantId }: { tenantId: string }) => tenantId),
    ids,
  )
  for (const { users } of tenants) assert.ok(users >= 50 && users <= 500)
  const forPeople = await runCommand({ dataDir, args: [...args, '--posture', 'mixed'] })
  assert.match(forPeople.stdout, /^(51b0[0-9a-f-]{32} {2}mixed +\d+ users +\d+ devices\n){7}$/)
})

test('options that no tenant can be generated from are refused with a sentence', async (t) => {
  const dataDir = await newDataDir(t)
  const cases: [args: string[], says: RegExp][] = [
    [['--posture', 'cosy'], /--posture must be one of strong, typical, weak, unlicensed, mixed\./],
    [['--users', '5-50'], /--users must be within 10-65535/],
    [['--users', '50-20'], /--users must be within 10-65535/],
    [['--users', 'many'], /It must be a number or a range/],
  ]
  for (const [args, says] of cases) {
    const { code, stdout, stderr } = await runCommand({ dataDir, args: ['simulator', ...args] })
    assert.ok(code !== 0 && stdout === '')
    assert.match(stderr, says)
  }
})
