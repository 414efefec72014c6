import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DATASETS } from '../../../src/engine/datasets/catalogue.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { predictCoverage } from '../../../src/engine/visibility/predict-coverage.ts'
import { LICENCES } from '../../../src/engine/visibility/visibility.ts'
import { grantByOperator } from '../../../src/features/approvals/service.ts'
import { checkCustomer } from '../../../src/features/customers/preflight/service.ts'
import { collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { optionalPermissions, requiredPermissions } from '../../../src/graph/permissions/permissions.ts'
import { PLANNED_PERMISSIONS } from '../../../src/graph/permissions/planned-permissions.ts'
import { CollectFailure } from '../../../src/graph/transport/collect-failure.ts'
import { recipeOf } from '../../../src/simulator/tenants/recipes.ts'
import { openBrowser } from '../../api/administrator.ts'
import { assertKeys, assertProblem, NO_CUSTOMER, TIMESTAMP } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { tenantIdOf } from '../../runs/follow.ts'

const api = await startApi({ worker: true })
const acme = await api.as('acme')
after(() => api[Symbol.asyncDispose]())

async function makeCustomer(tenantId: string, client: Client = acme): Promise<string> {
  return (await client.post('/v1/partner/customers', { name: 'Bellbird', tenantId })).body.id
}

async function preflight(posture: string, query = ''): Promise<Json> {
  const id = await makeCustomer(tenantIdOf(posture))
  const { status, body, text } = await acme.get(`/v1/partner/customers/${id}/preflight${query}`)
  assert.equal(status, 200, text)
  return body
}

const productOf = (body: Json, product = 'essential-eight'): Json =>
  body.products.find((one: Json) => one.product === product)

test('a tenant with all permissions and licences has full visibility', async () => {
  const body = await preflight('strong')
  assertKeys(body, 'tenantId checkedAt consent permissions licences products')
  assert.equal(body.tenantId, tenantIdOf('strong'))
  assert.match(body.checkedAt, TIMESTAMP)
  assert.equal(body.consent, 'granted')
  assert.deepEqual(
    body.permissions,
    [...requiredPermissions(), ...optionalPermissions()].map((name) => ({
      name,
      granted: true,
      required: requiredPermissions().includes(name),
    })),
  )
  assert.deepEqual(
    body.licences,
    LICENCES.map(({ name, servicePlans }) => ({ name, servicePlans, present: true })),
  )
  assert.deepEqual(
    body.products.map(({ product }: Json) => product),
    ['essential-eight', 'nist-csf'],
  )
  for (const { readable, ofRequirements, missing } of body.products) {
    assert.equal(readable, ofRequirements)
    assert.ok(readable > 10)
    assert.deepEqual(missing, [])
  }
})

test('a tenant that consented before a permission was asked for is asked to approve again', async () => {
  const { consentAgain, consent, permissions } = await preflight('partial')
  assert.equal(consent, 'granted')
  assert.deepEqual(
    consentAgain.permissions,
    permissions
      .filter((one: Json) => one.required && !one.granted && !PLANNED_PERMISSIONS.some(({ name }) => name === one.name))
      .map(({ name }: Json) => name),
  )
  assert.ok(consentAgain.permissions.includes('Device.Read.All'))
  assert.match(consentAgain.message, /Device\.Read\.All.*consent-link.*approve again/)
})

test('each missing permission is named, with what cannot be read without it', async () => {
  const body = await preflight('partial')
  const granted: readonly string[] = recipeOf(tenantIdOf('partial'))?.permissions ?? []
  const refused = body.permissions.filter((permission: Json) => !permission.granted).map(({ name }: Json) => name)
  const all = [...requiredPermissions(), ...optionalPermissions()]
  assert.deepEqual(
    refused,
    all.filter((name) => !granted.includes(name)),
  )
  assert.ok(refused.length > 3)
  const { readable, ofRequirements, missing } = productOf(body)
  assert.ok(readable > 0 && readable < ofRequirements)
  for (const { dataset, reason, permission } of missing) {
    assert.equal(reason, 'permission')
    const { permission: first, reveals = [] } = DATASETS.find(({ key }) => key === dataset) ?? assert.fail(dataset)
    assert.ok([first, ...reveals.map((more) => more.permission)].includes(permission), dataset)
    assert.ok(refused.includes(permission))
  }
  assert.ok(missing.some(({ dataset }: Json) => dataset === 'configurationPolicies'))
})

test('a missing permission that nothing uses yet is shown, and has no effect', async () => {
  const body = await preflight('partial')
  const planned = PLANNED_PERMISSIONS.map(({ name }) => name)
  const refused = body.permissions.filter(({ name, granted }: Json) => planned.includes(name) && !granted)
  assert.deepEqual(
    refused.map(({ name, required }: Json) => [name, required]),
    [['SharePointTenantSettings.Read.All', true]],
  )
  const missing = body.products.flatMap((product: Json) => product.missing)
  assert.ok(missing.every(({ permission }: Json) => !planned.includes(permission)))
  const granted: readonly string[] = recipeOf(tenantIdOf('partial'))?.permissions ?? []
  const servicePlans = LICENCES.flatMap((licence) => [...licence.servicePlans])
  for (const framework of FRAMEWORKS) {
    const seen = (permissions: readonly string[]) => predictCoverage(framework, { permissions, servicePlans }).size
    assert.equal(seen(granted), seen([...granted, ...planned]), framework.id)
  }
})

test('each missing licence is named, and takes precedence over missing permissions as the reason', async () => {
  const body = await preflight('unlicensed')
  assert.deepEqual(
    body.licences.map(({ present }: Json) => present),
    LICENCES.map(() => false),
  )
  const { readable, ofRequirements, missing } = productOf(body)
  assert.ok(readable > 0 && readable < ofRequirements)
  const devices = missing.find(({ dataset }: Json) => dataset === 'managedDevices')
  assert.deepEqual(devices, {
    dataset: 'managedDevices',
    reason: 'licence',
    servicePlans: ['INTUNE_A', 'INTUNE_SMB', 'INTUNE_EDU'],
  })
  assert.ok(missing.every(({ reason }: Json) => reason === 'licence'))
})

test('a tenant without consent gets a result with the reason: nothing is granted and nothing will be read', async () => {
  const body = await preflight('no-consent')
  assert.equal(body.consent, 'missing')
  assert.equal(body.failure.code, 'CONSENT_MISSING')
  assert.match(body.failure.message, /consent link/)
  assert.ok(body.permissions.every(({ granted }: Json) => !granted))
  assert.ok(body.licences.every((licence: Json) => !('present' in licence)))
  assert.ok(body.products.every(({ readable }: Json) => readable === 0))
})

test('an unknown or unreachable tenant also gets a result, without claims about what is unknown', async () => {
  const tenantId = '99999999-9999-4999-8999-999999999999'
  const { partnerId } = await api.partner('acme')
  await grantByOperator(api.app, { kind: 'operator', id: 'test' }, partnerId, tenantId)
  const id = await makeCustomer(tenantId)
  const { status, body } = await acme.get(`/v1/partner/customers/${id}/preflight`)
  assert.equal(status, 200)
  assert.deepEqual([body.consent, body.failure.code], ['unknown', 'TENANT_UNKNOWN'])
  assert.deepEqual([body.permissions, body.licences, body.products], [[], [], []])
})

test('an approval is visible at once, with its time', async () => {
  const id = await makeCustomer(tenantIdOf('no-consent'))
  const path = `/v1/partner/customers/${id}/preflight`
  assert.equal((await acme.get(path)).body.consent, 'missing')
  const { url } = (await acme.post(`/v1/partner/customers/${id}/consent-link`)).body
  const browser = openBrowser(api)
  assert.equal((await browser.approve(url)).status, 200)
  await browser.close()
  const { body } = await acme.get(path)
  assert.equal(body.consent, 'granted')
  assert.match(body.answered.at, TIMESTAMP)
  assert.ok(productOf(body).readable > 0)
})

test('a single product can be requested if the plan includes it', async () => {
  const body = await preflight('strong', '?product=nist-csf')
  assert.deepEqual(
    body.products.map(({ product }: Json) => product),
    ['nist-csf'],
  )
  const starter = await api.as('starter', 'starter')
  const id = await makeCustomer(tenantIdOf('strong'), starter)
  const path = `/v1/partner/customers/${id}/preflight`
  assertProblem(await starter.get(`${path}?product=nist-csf`), 403, 'PRODUCT_NOT_ALLOWED')
  assertProblem(await starter.get(`${path}?product=nothing`), 400, 'INVALID_PRODUCT')
  const all = (await starter.get(path)).body
  assert.deepEqual(
    all.products.map(({ product }: Json) => product),
    ['essential-eight'],
  )
  for (const stranger of [id, NO_CUSTOMER, 'nobody'])
    assertProblem(await acme.get(`/v1/partner/customers/${stranger}/preflight`), 404, 'NOT_FOUND')
})

test('a run of the tenant can read exactly what the preflight predicted', async () => {
  for (const posture of ['partial', 'unlicensed', 'weak']) {
    const foretold = new Set(
      (await preflight(posture)).products.flatMap(({ missing }: Json) => missing.map(({ dataset }: Json) => dataset)),
    )
    const snapshot = await collectSnapshot(api.source, { tenantId: tenantIdOf(posture), deadlineMs: 60_000 })
    for (const { key, apiVersion, path, hunt, each } of DATASETS) {
      if (each) continue
      const name = hunt === undefined ? `GET /${apiVersion}${path}` : `POST /${apiVersion}${path}#${key}`
      const isRefused = snapshot.responses[name]?.status !== 200
      assert.equal(isRefused && !foretold.has(key), false, `${posture}: ${key} was refused and not predicted`)
      assert.equal(
        !isRefused && foretold.has(key),
        false,
        `${posture}: ${key} was read although it was predicted to be missing`,
      )
    }
  }
})

test('the caller gets a response even if the tenant does not respond in time', async () => {
  const late = () => Promise.reject(new CollectFailure('TENANT_UNREACHABLE', 'It could not be reached.'))
  let asked: { deadlineMs: number } | undefined
  const actor = await api.partner('acme')
  const app: typeof api.app = {
    ...api.app,
    preflight: (options) => {
      asked = options
      return late()
    },
  }
  const body = await checkCustomer(app, actor, await makeCustomer(tenantIdOf('strong')))
  assert.deepEqual([body.consent, body.failure?.code], ['unknown', 'TENANT_UNREACHABLE'])
  assert.equal(asked?.deadlineMs, 15_000)
})

test('every required licence has a name', () => {
  const named = LICENCES.map(({ servicePlans }) => servicePlans.join())
  for (const { key, servicePlans } of DATASETS)
    if (servicePlans) assert.ok(named.includes(servicePlans.join()), `${key} needs ${servicePlans}`)
})
