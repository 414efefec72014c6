import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CHECKS } from '../../src/engine/checks/catalogue.ts'
import { readDataset, readTenant } from '../../src/engine/datasets/reading.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { type CheckResult, DEFAULT_THRESHOLDS } from '../../src/engine/model/check.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import type { TenantReading } from '../../src/engine/model/tenant-reading.ts'
import { collectSnapshot } from '../../src/graph/collection/collect.ts'
import { fields, list } from '../../src/shared/json.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import { openSimulator } from '../harness/simulator.ts'

/** Privileged access and credentials of the sample tenants, as the collector reads them. */

const NOT_OURS = ['workstation-log-triage', 'incident-triage']
const GROUP = 'restrict-administrative-privileges'
const OURS = [
  ...new Set(
    ESSENTIAL_EIGHT.requirements
      .filter(({ group }) => group === GROUP)
      .flatMap(({ checks }) => checks.map(({ check }) => check)),
  ),
].filter((id) => !NOT_OURS.includes(id))

const opened = await openSimulator()
const { source } = opened
after(() => opened[Symbol.asyncDispose]())

const collected = new Map<Posture, Promise<Snapshot>>()

/** Each tenant is collected once, because reports allow only five requests in ten seconds. */
async function read(posture: Posture): Promise<TenantReading> {
  const tenantId = SAMPLE_TENANTS.find((sample) => sample.posture === posture)?.tenantId ?? ''
  const snapshot = collected.get(posture) ?? collectSnapshot(source, { tenantId, deadlineMs: 60_000 })
  collected.set(posture, snapshot)
  return readTenant(await snapshot)
}

async function verdictsOf(posture: Posture): Promise<Map<string, CheckResult['verdict']>> {
  const tenant = await read(posture)
  const parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: tenant.snapshot.collectedAt }
  return new Map(OURS.map((id) => [id, CHECKS.get(id)?.evaluate(tenant, parameters).verdict ?? 'no_visibility']))
}

test('the strong tenant passes all checks', async () => {
  const verdicts = await verdictsOf('strong')
  assert.equal(verdicts.size, 15)
  assert.deepEqual(
    [...verdicts].filter(([, verdict]) => verdict !== 'effective'),
    [],
  )
})

test('the typical tenant is mixed', async () => {
  const verdicts = new Set((await verdictsOf('typical')).values())
  for (const verdict of ['effective', 'partial', 'ineffective'] as const) assert.ok(verdicts.has(verdict), verdict)
})

test('the weak tenant fails every licensed check that can fail; checks that other products may satisfy are unknown', async () => {
  const verdicts = await verdictsOf('weak')
  const others = [...verdicts].filter(([, verdict]) => verdict !== 'ineffective')
  assert.deepEqual(others, [
    ['privileged-access-approval', 'not_licensed'],
    ['privileged-access-expiry', 'not_licensed'],
    ['dedicated-privileged-accounts', 'no_visibility'],
    ['privileged-accounts-without-mailbox', 'no_visibility'],
    ['secure-admin-workstations', 'no_visibility'],
    ['separate-admin-environments', 'no_visibility'],
    ['memory-integrity', 'no_visibility'],
    ['privileged-events-logged', 'effective'],
  ])
})

test('without permissions nothing is known', async () => {
  const verdicts = await verdictsOf('partial')
  const decided = [...verdicts].filter(([, verdict]) => verdict !== 'no_visibility')
  assert.deepEqual(decided, [])
})

test('without licences standing roles are still visible, and the rest is refused', async () => {
  const verdicts = await verdictsOf('unlicensed')
  assert.equal(verdicts.get('just-in-time-administration'), 'ineffective')
  assert.equal(verdicts.get('privileged-inactivity'), 'not_licensed')
  assert.equal(verdicts.get('separate-admin-environments'), 'not_licensed')
  assert.equal(verdicts.get('credential-guard'), 'not_licensed')
})

test('access reviews include their settings, and role policies their rules', async () => {
  const tenant = await read('strong')
  const [reviews, policies] = [readDataset(tenant, 'accessReviews'), readDataset(tenant, 'rolePolicies')]
  assert.ok(reviews.ok && policies.ok)
  assert.equal(fields(fields(list(reviews.value)[0]).settings).defaultDecision, 'Deny')
  assert.ok(list(fields(fields(list(policies.value)[0]).policy).rules).length > 0)
})
