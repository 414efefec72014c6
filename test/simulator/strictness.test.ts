import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { DATASETS, dataset } from '../../src/engine/datasets/catalogue.ts'
import { requestPath } from '../../src/engine/datasets/dataset.ts'
import { type Fields, fields, list, text } from '../../src/shared/json.ts'
import { hideLaterValues } from '../../src/simulator/responses/later-values.ts'
import { refuseQuery } from '../../src/simulator/responses/query-options.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import { openSimulator } from '../harness/simulator.ts'

/** The simulator refuses what Graph refuses, so that a query that would fail in a real tenant fails here. */

const opened = await openSimulator()
const { simulator, client, certificate } = opened
const agent = new Agent({ connect: { ca: certificate.ca } })
after(async () => {
  await agent.close()
  await opened[Symbol.asyncDispose]()
})

interface Heard {
  status: number
  body: Fields
}

async function send(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Heard> {
  const heard = await request(new URL(path, simulator.url), { dispatcher: agent, method, headers, body: body ?? null })
  return { status: heard.statusCode, body: fields(JSON.parse(await heard.body.text())) }
}

async function tokenOf(posture: Posture): Promise<string> {
  const tenantId = SAMPLE_TENANTS.find((sample) => sample.posture === posture)?.tenantId ?? assert.fail(posture)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    scope: `${simulator.url}/.default`,
  })
  const { body } = await send('POST', `/${tenantId}/oauth2/v2.0/token`, {}, form.toString())
  return text(body.access_token) ?? assert.fail(JSON.stringify(body))
}

const get = async (posture: Posture, path: string, more: Record<string, string> = {}): Promise<Heard> =>
  send('GET', path, { authorization: `Bearer ${await tokenOf(posture)}`, ...more })

const messageOf = ({ body }: Heard): string => String(fields(body.error).message)

test('a property that an object does not have is refused, in a selection and in an expansion', async () => {
  const selected = await get('typical', '/v1.0/deviceManagement/managedDevices?$select=id,joinType')
  assert.equal(selected.status, 400)
  assert.match(
    messageOf(selected),
    /Could not find a property named 'joinType' on type 'microsoft\.graph\.managedDevice'/,
  )
  assert.equal((await get('typical', '/beta/deviceManagement/managedDevices?$select=id,joinType')).status, 200)
  const expanded = await get('typical', '/v1.0/directoryRoles?$expand=holders')
  assert.equal(expanded.status, 400)
  assert.match(messageOf(expanded), /'holders'/)
})

test('every dataset refuses an unknown property and a sort order, and accepts its own query', () => {
  for (const declared of DATASETS.filter(({ hunt }) => hunt === undefined)) {
    const refuse = (query: Record<string, string>) => refuseQuery(declared, new URLSearchParams(query))
    assert.equal(refuse({ ...declared.query }), undefined, declared.key)
    assert.match(refuse({ $select: 'noSuchProperty' })?.message ?? '', /noSuchProperty/, declared.key)
    assert.match(refuse({ $expand: 'noSuchProperty($select=id)' })?.message ?? '', /noSuchProperty/, declared.key)
    assert.match(refuse({ $orderby: 'id' })?.message ?? '', /\$orderby/, declared.key)
  }
})

test('incidents refuse a sort order and pages of more than 50', async () => {
  assert.equal((await get('typical', '/v1.0/security/incidents?$orderby=createdDateTime%20desc')).status, 400)
  assert.equal((await get('typical', '/v1.0/security/incidents?$top=51')).status, 400)
  assert.equal((await get('typical', '/v1.0/security/incidents?$top=50')).status, 200)
})

test('lists that have no page size refuse one', async () => {
  for (const path of ['/v1.0/directoryRoles?$top=5', '/v1.0/subscribedSkus?$top=5'])
    assert.equal((await get('typical', path)).status, 400, path)
})

test('a list that must be filtered is refused without the filter, and empty for another object', async () => {
  const path = '/v1.0/identityGovernance/privilegedAccess/group/eligibilityScheduleInstances'
  assert.equal((await get('typical', path)).status, 400)
  const other = requestPath(dataset('groupEligibilities'), '11111111-2222-4333-8444-555555555555')
  const { status, body } = await get('typical', `/v1.0${other}`)
  assert.deepEqual([status, body.value], [200, []])
})

test('members that are devices have only a type and an id, unless devices may be read', async () => {
  const { body } = await get('typical', `/beta${requestPath(dataset('windowsQualityUpdateProfiles'))}`)
  const targets = list(body.value).flatMap((profile) =>
    list(fields(profile).assignments).map((one) => fields(one).target),
  )
  const policies = await get('typical', `/beta${requestPath(dataset('configurationPolicies'))}`)
  const more = list(policies.body.value).flatMap((one) =>
    list(fields(one).assignments).map((each) => fields(each).target),
  )
  const groups = [...new Set([...targets, ...more].flatMap((target) => text(fields(target).groupId) ?? []))]
  const devicesIn = async (posture: Posture): Promise<Fields[]> => {
    const members: Fields[] = []
    for (const group of groups)
      members.push(
        ...list((await get(posture, `/v1.0${requestPath(dataset('groupMembers'), group)}`)).body.value).map(fields),
      )
    return members.filter((member) => member['@odata.type'] === '#microsoft.graph.device')
  }
  const [whole, hidden] = [await devicesIn('typical'), await devicesIn('partial')]
  assert.ok(whole.length > 0 && whole.every(({ deviceId }) => typeof deviceId === 'string'))
  assert.equal(hidden.length, whole.length)
  for (const member of hidden) assert.deepEqual(Object.keys(member).sort(), ['@odata.type', 'id'])
})

test('values that were added to an enumeration are returned only to clients that ask for them', async () => {
  const policies = dataset('conditionalAccessPolicies')
  const value = [{ conditions: { platforms: { includePlatforms: ['windows', 'linux'] } }, displayName: 'linux' }]
  assert.deepEqual(hideLaterValues(policies, value), [
    { conditions: { platforms: { includePlatforms: ['windows', 'unknownFutureValue'] } }, displayName: 'linux' },
  ])
  const platformsOf = ({ body }: Heard): unknown[] => list(body.value).map((policy) => fields(policy).platforms)
  const path = '/deviceManagement/configurationPolicies?$expand=assignments'
  const asked = await get('strong', `/beta${path}`, { prefer: 'include-unknown-enum-members' })
  assert.ok(platformsOf(asked).includes('androidEnterprise'))
  const prefer = { prefer: 'include-unknown-enum-members' }
  const headers = { authorization: `Bearer ${await tokenOf('strong')}`, ...prefer }
  const requests = [
    { id: 'asks', method: 'GET', url: path, headers: prefer },
    { id: 'does not ask', method: 'GET', url: path },
  ]
  const batch = await send('POST', '/beta/$batch', headers, JSON.stringify({ requests }))
  const partOf = (id: string): unknown[] =>
    platformsOf({
      status: 200,
      body: fields(
        list(batch.body.responses)
          .map(fields)
          .find((part) => part.id === id)?.body,
      ),
    })
  assert.ok(partOf('asks').includes('androidEnterprise'))
  assert.ok(partOf('does not ask').includes('unknownFutureValue'), 'each part of a batch asks for itself')
  assert.ok(!partOf('does not ask').includes('androidEnterprise'))
})
