import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_BUDGETS } from '../../src/graph/client/rate-classes.ts'
import { unitsOf } from '../../src/graph/client/request-units.ts'
import { CollectFailure, collectSnapshot } from '../../src/graph/collection/collect.ts'
import { readVisibility } from '../../src/graph/collection/read-visibility.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { makeToken, type StandInAnswer, startStandIn, startVirtualClock, TENANT } from './fake-graph.ts'

const options = { tenantId: TENANT, deadlineMs: 15_000 }

/** A token with these permissions in it. */
function tokenWith(roles: string[]): StandInAnswer {
  const [head, , signature] = makeToken(TENANT).split('.')
  const claims = Buffer.from(JSON.stringify({ tid: TENANT, roles })).toString('base64url')
  return { json: { access_token: [head, claims, signature].join('.'), token_type: 'Bearer', expires_in: 3600 } }
}

const skus = [
  { capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'INTUNE_A' }, { servicePlanName: 'AAD_PREMIUM' }] },
  { capabilityStatus: 'Suspended', servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] },
]

test('one token and one request show the visibility of a tenant', async () => {
  await using graph = await startStandIn({
    graph: () => ({ json: { value: skus } }),
    login: () => tokenWith(['User.Read.All', 'Policy.Read.All']),
  })
  assert.deepEqual(await readVisibility(graph.source, options), {
    permissions: ['User.Read.All', 'Policy.Read.All'],
    servicePlans: ['AAD_PREMIUM', 'INTUNE_A'],
  })
  assert.deepEqual([graph.logins.length, graph.wire], [1, ['GET /v1.0/subscribedSkus']])
})

/** "Identity and access service limits" of Microsoft Graph: for one application in one of the smallest tenants. */
const UNITS_IN_TEN_SECONDS = 3_500
/** Partners that do nothing but preflights of one tenant, as fast as their keys allow. */
const BUSY_PARTNERS = 10

test('preflights do not use the shared limits of a tenant, because runs leave enough of them', async () => {
  await using graph = await startStandIn({ graph: () => ({ json: { value: skus } }), login: () => tokenWith([]) })
  await readVisibility(graph.source, options)
  const { directory } = RATE_BUDGETS
  const left = UNITS_IN_TEN_SECONDS - (directory.window?.requests ?? 0)
  assert.equal(directory.window?.perMs, 10_000)
  const units = graph.wire.map((request) => unitsOf('directory', request.replace('GET /v1.0', '')))
  const preflights = (BUSY_PARTNERS * readSettings({}).partnerRate) / 6
  assert.ok(preflights * units.reduce((sum, each) => sum + each, 0) <= left, `${units} units each`)
})

test('a permission granted since an earlier collection is visible, because the token is new', async () => {
  await using graph = await startStandIn({
    login: (earlier) => tokenWith(earlier === 0 ? [] : ['User.Read.All']),
  })
  await collectSnapshot(graph.source, { ...options, deadlineMs: 3_600_000, clock: startVirtualClock() })
  assert.deepEqual((await readVisibility(graph.source, options)).permissions, ['User.Read.All'])
  assert.equal(graph.logins.length, 2)
})

test('licences that cannot be read are unknown, not absent', async () => {
  await using graph = await startStandIn({ graph: () => ({ status: 403 }), login: () => tokenWith(['User.Read.All']) })
  assert.deepEqual(await readVisibility(graph.source, options), {
    permissions: ['User.Read.All'],
    servicePlans: undefined,
  })
})

test('a sign-in service that does not respond is reported at the time limit', async () => {
  await using graph = await startStandIn({ login: () => ({ silent: true }) })
  await assert.rejects(
    readVisibility(graph.source, { ...options, deadlineMs: 500 }),
    (error) => error instanceof CollectFailure && error.code === 'TENANT_UNREACHABLE',
  )
})
