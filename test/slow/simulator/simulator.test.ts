import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Agent, request } from 'undici'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { DATASETS, dataset } from '../../../src/engine/datasets/catalogue.ts'
import { type Dataset, requestPath, snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { findFramework } from '../../../src/engine/frameworks/catalogue.ts'
import { collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { optionalPermissions, requiredPermissions } from '../../../src/graph/permissions/permissions.ts'
import { type LocalCertificate, localCertificate } from '../../../src/platform/certificates.ts'
import { type Fields, fields, list, text, texts } from '../../../src/shared/json.ts'
import { createThrottle } from '../../../src/simulator/responses/throttle.ts'
import { type Simulator, startSimulator } from '../../../src/simulator/server.ts'
import { type Posture, SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'

const CLIENT_ID = 'b1f8e7a4-0c6d-4d7e-8c61-2f6f9f6f3a10'
const SECRET = 'the-secret-of-the-application'
const NOW = new Date('2026-03-02T10:30:00Z')

let folder: string
let certificate: LocalCertificate
let agent: Agent

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-simulator-'))
  certificate = await localCertificate(folder, [])
  agent = new Agent({ connect: { ca: certificate.ca } })
})

after(async () => {
  await agent?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Heard {
  status: number
  headers: Readonly<Record<string, unknown>>
  text: string
  body: Fields
}

interface Client extends AsyncDisposable {
  simulator: Simulator
  token(posture: Posture): Promise<string>
  /** Sends a request to the simulator; `path` may be a full URL. */
  send(method: 'GET' | 'POST', path: string, token?: string, body?: string): Promise<Heard>
  get(posture: Posture, path: string): Promise<Heard>
  /** All pages of a list, or the object; repeats throttled requests. */
  getAll(posture: Posture, path: string): Promise<{ status: number; value: unknown; pages: number }>
}

async function start(): Promise<Client> {
  const { cert, key } = certificate
  const options = { host: '127.0.0.1', port: 0, cert, key, now: () => NOW, clientId: CLIENT_ID, clientSecret: SECRET }
  const simulator = await startSimulator(options)
  const tokens = new Map<Posture, string>()

  const send: Client['send'] = async (method, path, token, body) => {
    const heard = await request(new URL(path, simulator.url), {
      dispatcher: agent,
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: body ?? null,
    })
    const received = await heard.body.text()
    const isJson = String(heard.headers['content-type']).includes('json')
    return {
      status: heard.statusCode,
      headers: heard.headers,
      text: received,
      body: fields(isJson && JSON.parse(received)),
    }
  }
  const token = async (posture: Posture): Promise<string> => {
    const known = tokens.get(posture)
    if (known !== undefined) return known
    const { body } = await signIn(client, tenantOf(posture))
    const fresh = text(body.access_token) ?? assert.fail(String(body.error_description))
    tokens.set(posture, fresh)
    return fresh
  }
  const get: Client['get'] = async (posture, path) => send('GET', path, await token(posture))
  const getAll: Client['getAll'] = async (posture, path) => {
    const value: unknown[] = []
    let pages = 0
    for (let next: string | undefined = path; next !== undefined; ) {
      const heard = await get(posture, next)
      if (heard.status === 429 || heard.status >= 500) continue
      if (heard.status !== 200 || !Array.isArray(heard.body.value)) {
        return { status: heard.status, value: heard.body, pages: 1 }
      }
      value.push(...heard.body.value)
      pages += 1
      next = text(heard.body['@odata.nextLink'])
    }
    return { status: 200, value, pages }
  }
  const client: Client = { simulator, send, token, get, getAll, [Symbol.asyncDispose]: () => simulator.close() }
  return client
}

const tenantOf = (posture: Posture): string =>
  SAMPLE_TENANTS.find((sample) => sample.posture === posture)?.tenantId ?? assert.fail(posture)

const signIn = (client: Client, tenant: string, form: Record<string, string> = {}): Promise<Heard> =>
  client.send(
    'POST',
    `/${tenant}/oauth2/v2.0/token`,
    undefined,
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: SECRET,
      scope: `${client.simulator.url}/.default`,
      ...form,
    }).toString(),
  )

/** One dataset as the collector requests it: the first page, or the rows of a hunting query. */
async function askFor(client: Client, posture: Posture, declared: Dataset): Promise<Heard> {
  if (declared.hunt === undefined) return client.get(posture, pathOf(declared))
  const path = `/${declared.apiVersion}${declared.path}`
  return client.send('POST', path, await client.token(posture), JSON.stringify({ Query: declared.hunt }))
}

/** The URL of a dataset as the collector requests it. */
const pathOf = (declared: Dataset, id?: string): string => `/${declared.apiVersion}${requestPath(declared, id)}`

/** All responses of a tenant: by path, the status and the merged pages. */
async function readAll(client: Client, posture: Posture): Promise<Map<string, { status: number; value: unknown }>> {
  const answers = new Map<string, { status: number; value: unknown }>()
  const read = new Map<string, unknown[]>()
  for (const declared of DATASETS) {
    const { each } = declared
    if (declared.hunt !== undefined) {
      const { status, body } = await hunted(client, posture, declared)
      answers.set(snapshotKey(declared), { status, value: body.results ?? body })
      continue
    }
    const values = DATASETS.filter(({ key }) => each?.of.includes(key)).flatMap(({ key }) => read.get(key) ?? [])
    const paths = each ? each.ids(values).map((id) => pathOf(declared, id)) : [pathOf(declared)]
    for (const path of paths) {
      const answered = declared.firstPageOnly
        ? await firstPage(client, posture, path)
        : await client.getAll(posture, path)
      const { '@odata.context': _, ...single } = fields(answered.value)
      const value = Array.isArray(answered.value) ? answered.value : single
      answers.set(path, { status: answered.status, value })
      read.set(declared.key, [...(read.get(declared.key) ?? []), value])
    }
  }
  return answers
}

async function hunted(client: Client, posture: Posture, declared: Dataset): Promise<Heard> {
  for (;;) {
    const heard = await askFor(client, posture, declared)
    if (heard.status !== 429 && heard.status < 500) return heard
  }
}

async function firstPage(client: Client, posture: Posture, path: string): Promise<{ status: number; value: unknown }> {
  for (;;) {
    const { status, body } = await client.get(posture, path)
    if (status !== 429 && status < 500) return { status, value: body.value ?? body }
  }
}

const claimsOf = (token: string): Fields =>
  fields(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))

const errorCode = ({ body }: Heard): unknown => fields(body.error).code

test('the simulator accepts requests within 300 ms of its start', async () => {
  const startedAt = performance.now()
  await using client = await start()
  assert.ok(performance.now() - startedAt < 300)
  assert.equal((await client.send('GET', '/common/discovery/instance')).status, 200)
})

test('the token endpoint refuses like Entra, with its error numbers', async () => {
  await using client = await start()
  const typical = tenantOf('typical')
  const cases: [string, Record<string, string>, number, string, number][] = [
    ['11111111-2222-4333-8444-555555555555', {}, 400, 'invalid_request', 90002],
    [tenantOf('no-consent'), {}, 400, 'unauthorized_client', 700016],
    [typical, { client_id: '11111111-2222-4333-8444-555555555555' }, 400, 'unauthorized_client', 700016],
    [typical, { client_secret: 'wrong' }, 401, 'invalid_client', 7000215],
    [typical, { grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
    [typical, { scope: 'User.Read.All' }, 400, 'invalid_scope', 1002012],
  ]
  for (const [tenant, form, status, error, number] of cases) {
    const refused = await signIn(client, tenant, form)
    assert.equal(refused.status, status)
    assert.equal(refused.body.error, error)
    assert.deepEqual(refused.body.error_codes, [number])
    assert.match(String(refused.body.error_description), new RegExp(`^AADSTS${number}: `))
    assert.equal(typeof refused.body.trace_id, 'string')
  }
})

test('a token names the tenant and what it has consented to', async () => {
  await using client = await start()
  const rolesOf = async (posture: Posture): Promise<string[]> => {
    const claims = claimsOf(await client.token(posture))
    assert.equal(claims.tid, tenantOf(posture))
    assert.equal(claims.appid, CLIENT_ID)
    return texts(claims.roles)
  }
  const all = new Set([...requiredPermissions(), ...optionalPermissions()])
  assert.deepEqual(new Set(await rolesOf('typical')), all)
  const partial = await rolesOf('partial')
  assert.ok(partial.length >= all.size / 3 && partial.length <= (all.size * 2) / 3)
})

test('an assertion is accepted only if its claims are for this application and this endpoint', async () => {
  await using client = await start()
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const ask = (claims: object): Promise<Heard> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      scope: 'https://graph.microsoft.com/.default',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${encode({ alg: 'PS256' })}.${encode(claims)}.signature`,
    })
    return client.send('POST', `/${tenantOf('typical')}/oauth2/v2.0/token`, undefined, form.toString())
  }
  const aud = `${client.simulator.url}/${tenantOf('typical')}/oauth2/v2.0/token`
  const good = { aud, iss: CLIENT_ID, sub: CLIENT_ID, exp: NOW.getTime() / 1_000 + 300 }
  assert.equal((await ask(good)).status, 200)
  for (const bad of [{ aud: 'https://elsewhere.example/' }, { iss: 'another' }, { exp: NOW.getTime() / 1_000 }]) {
    const refused = await ask({ ...good, ...bad })
    assert.deepEqual([refused.status, refused.body.error_codes], [401, [700027]])
  }
})

test('without a token issued by the simulator the response is 401', async () => {
  await using client = await start()
  const token = await client.token('typical')
  const [header = '', , signature = ''] = token.split('.')
  const claims = { ...claimsOf(token), tid: tenantOf('strong') }
  const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  for (const sent of [undefined, 'nonsense', forged]) {
    const refused = await client.send('GET', '/v1.0/users', sent)
    assert.equal(refused.status, 401)
    assert.equal(errorCode(refused), 'InvalidAuthenticationToken')
    assert.match(String(refused.headers['www-authenticate']), /^Bearer /)
  }
})

test('unknown paths, unknown objects and writes are refused', async () => {
  await using client = await start()
  const token = await client.token('typical')
  const unknownPath = await client.get('typical', '/v1.0/noSuchThing')
  assert.deepEqual([unknownPath.status, errorCode(unknownPath)], [404, 'BadRequest'])
  const group = await client.get('typical', '/v1.0/groups/11111111-2222-4333-8444-555555555555/transitiveMembers')
  assert.deepEqual([group.status, errorCode(group)], [404, 'Request_ResourceNotFound'])
  const user = await client.get('typical', '/v1.0/users/11111111-2222-4333-8444-555555555555')
  assert.deepEqual([user.status, errorCode(user)], [404, 'Request_ResourceNotFound'])
  assert.equal((await client.send('POST', '/v1.0/users', token, '{}')).status, 405)
  assert.match(String(user.headers['request-id']), /^[0-9a-f-]{36}$/)
})

test('each dataset requires its declared permission', async () => {
  await using client = await start()
  const token = await client.token('partial')
  const roles = texts(claimsOf(token).roles)
  const statuses = new Map<string, number>()
  for (const declared of DATASETS.filter(({ each }) => !each)) {
    const { status } = await askFor(client, 'partial', declared)
    statuses.set(declared.key, status)
    assert.equal(status, roles.includes(declared.permission) ? 200 : 403, declared.key)
  }
  assert.ok(new Set(statuses.values()).size === 2)
})

test('a declared hunting query returns rows; an unknown one and a GET of its path are refused', async () => {
  await using client = await start()
  const token = await client.token('strong')
  const path = '/v1.0/security/runHuntingQuery'
  const asked = await askFor(client, 'strong', dataset('softwareInventory'))
  assert.equal(asked.status, 200)
  assert.ok(list(asked.body.results).length > 20)
  const unknown = await client.send('POST', path, token, JSON.stringify({ Query: 'DeviceInfo | take 1' }))
  assert.deepEqual([unknown.status, errorCode(unknown)], [400, 'BadRequest'])
  assert.equal((await client.send('POST', path, token, 'nonsense')).status, 400)
  assert.equal((await client.send('GET', path, token)).status, 404)
})

test('a refusal may be JSON, a web page or nothing at all', async () => {
  await using client = await start()
  const roles = await client.get('partial', '/v1.0/directoryRoles')
  assert.deepEqual([roles.status, errorCode(roles)], [403, 'Authorization_RequestDenied'])
  const scripts = await client.get('partial', '/beta/deviceManagement/deviceHealthScripts')
  assert.equal(scripts.status, 403)
  assert.match(scripts.text, /^<!DOCTYPE html>/)
  const intents = await client.get('partial', '/beta/deviceManagement/intents')
  assert.deepEqual([intents.status, intents.text], [403, ''])
})

test('the pages of a list join without gap or repetition', async () => {
  await using client = await start()
  const path = '/v1.0/users?$select=id,displayName&$top=10'
  const { value, pages } = await client.getAll('typical', path)
  const ids = list(value).map((user) => fields(user).id)
  assert.equal(pages, Math.ceil(ids.length / 10))
  assert.equal(new Set(ids).size, ids.length)
  const asked = await client.getAll('typical', pathOf(dataset('users')))
  assert.ok(asked.pages > 1, 'lists are paged even with the collector’s own page size')
  assert.deepEqual(
    list(asked.value).map((user) => fields(user).id),
    ids,
  )
})

test('a next link stays on the simulator, and its token is valid for its list only', async () => {
  await using client = await start()
  const { body } = await client.get('typical', '/v1.0/users?$top=5')
  const next = new URL(text(body['@odata.nextLink']) ?? '')
  assert.equal(next.origin, client.simulator.url)
  const elsewhere = await client.get('typical', `/v1.0/servicePrincipals${next.search}`)
  assert.deepEqual([elsewhere.status, errorCode(elsewhere)], [400, 'Directory_ExpiredPageToken'])
  for (const top of ['0', '1000', 'ten']) {
    assert.equal((await client.get('typical', `/v1.0/users?$top=${top}`)).status, 400)
  }
})

test('only selected and expanded properties are returned', async () => {
  await using client = await start()
  const first = async (path: string): Promise<Fields> => fields(list((await client.get('typical', path)).body.value)[0])
  assert.deepEqual(Object.keys(await first('/v1.0/users?$select=id,accountEnabled')).sort(), ['accountEnabled', 'id'])
  assert.equal('accountEnabled' in (await first('/v1.0/users')), false)
  assert.equal('members' in (await first('/v1.0/directoryRoles')), false)
  assert.ok(list((await first('/v1.0/directoryRoles?$expand=members')).members).length > 0)
  const policy = await first('/beta/deviceManagement/configurationPolicies?$expand=assignments,settings')
  assert.equal(list(policy.settings).length, policy.settingCount)
})

test('every step of a batch gets its own response, matched by id and not by order', async () => {
  await using client = await start()
  const token = await client.token('partial')
  const urls = ['/users?$top=3', '/directoryRoles', '/groups/11111111-2222-4333-8444-555555555555/transitiveMembers']
  const requests = [...urls, '/organization'].map((url, index) => ({ id: `step${index}`, method: 'GET', url }))
  const { status, body } = await client.send('POST', '/v1.0/$batch', token, JSON.stringify({ requests }))
  assert.equal(status, 200)
  const responses = list(body.responses).map(fields)
  assert.notDeepEqual(
    responses.map(({ id }) => id),
    requests.map(({ id }) => id),
  )
  const byId = new Map(responses.map((response) => [response.id, response]))
  assert.deepEqual(
    requests.map(({ id }) => byId.get(id)?.status),
    [200, 403, 404, 200],
  )
  assert.equal(list(fields(byId.get('step0')?.body).value).length, 3)
})

test('a batch has at most 20 steps, and its steps are throttled one by one', async () => {
  await using client = await start()
  const token = await client.token('typical')
  const send = (count: number, url: string): Promise<Heard> => {
    const requests = Array.from({ length: count }, (_, index) => ({ id: String(index), method: 'GET', url }))
    return client.send('POST', '/v1.0/$batch', token, JSON.stringify({ requests }))
  }
  assert.equal((await send(21, '/users')).status, 400)
  assert.equal((await send(0, '/users')).status, 400)
  const { body } = await send(3, '/identity/conditionalAccess/policies')
  const statuses = list(body.responses).map((response) => fields(response).status)
  assert.deepEqual(statuses.sort(), [200, 429, 429])
  assert.equal((await client.send('POST', '/v1.0/$batch', 'nonsense', '{"requests":[]}')).status, 401)
})

test('conditional access allows one request a second and sends no Retry-After', async () => {
  await using client = await start()
  const path = '/v1.0/identity/conditionalAccess/policies'
  assert.equal((await client.get('typical', path)).status, 200)
  const refused = await client.get('typical', path)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, undefined])
  assert.equal((await client.get('strong', path)).status, 200, 'each tenant has its own limit')
  assert.deepEqual(client.simulator.stats(tenantOf('typical')).conditionalAccess, {
    requests: 2,
    throttled: 1,
    peak: 2,
  })
})

test('reports allow five requests in ten seconds and send Retry-After', async () => {
  await using client = await start()
  const statuses: number[] = []
  for (let time = 0; time < 5; time += 1) statuses.push((await client.get('typical', '/v1.0/auditLogs/signIns')).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200])
  const refused = await client.get('typical', '/v1.0/auditLogs/signIns')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 10)
})

test('security allows four requests at once', async () => {
  await using client = await start()
  await client.token('typical')
  // Five connections are open already; with handshakes in between, the requests would not be concurrent.
  await Promise.all(Array.from({ length: 5 }, () => client.send('GET', '/common/discovery/instance')))
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.get('typical', '/v1.0/security/incidents')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 429])
  assert.equal(client.simulator.stats(tenantOf('typical')).security.peak, 5)
})

test('Intune allows 1,000 requests in 20 seconds, then returns 429 and server errors in turn', () => {
  const throttle = createThrottle()
  const ask = (nowMs: number) =>
    throttle.enter({ dataset: dataset('managedDevices'), busy: false, units: 1 }, nowMs).refusal
  for (let time = 0; time < 1_000; time += 1) assert.equal(ask(5_000), undefined)
  assert.deepEqual([ask(6_000)?.status, ask(6_000)?.status, ask(6_000)?.status], [429, 500, 429])
  assert.equal(ask(25_001), undefined, 'the window moves on')
  assert.equal(throttle.stats().intune.peak, 1_003)
})

test('a busy tenant refuses the first request to every dataset, in several ways', async () => {
  await using client = await start()
  const refusals = new Map<string, string>()
  for (const declared of DATASETS.filter(({ each }) => !each)) {
    const { status, headers } = await askFor(client, 'throttled', declared)
    refusals.set(declared.key, `${status} ${headers['retry-after'] ?? '-'}`)
  }
  assert.deepEqual(new Set(refusals.values()), new Set(['429 1', '429 -', '503 -', '500 -']))
})

test('a busy tenant has the same data as its twin, except for the tenant id', { timeout: 60_000 }, async () => {
  await using client = await start()
  const typical = JSON.stringify([...(await readAll(client, 'typical'))])
  const throttled = JSON.stringify([...(await readAll(client, 'throttled'))])
  assert.equal(throttled.replaceAll(tenantOf('throttled'), tenantOf('typical')), typical)
  const { directory, intune } = client.simulator.stats(tenantOf('throttled'))
  assert.ok(directory.throttled > 0 && intune.throttled > 0)
})

test('every tenant with consent has a response for every declared dataset', { timeout: 60_000 }, async () => {
  await using client = await start()
  const refused: Partial<Record<Posture, number[]>> = {}
  for (const { posture } of SAMPLE_TENANTS.filter((sample) => sample.posture !== 'no-consent')) {
    const answers = await readAll(client, posture)
    assert.ok(answers.size >= DATASETS.filter(({ each }) => !each).length)
    const statuses = [...answers.values()].map(({ status }) => status)
    refused[posture] = [...new Set(statuses.filter((status) => status !== 200))].sort()
  }
  assert.deepEqual(refused, {
    strong: [],
    typical: [],
    weak: [400, 403], // privileged identity management and advanced hunting without their licences
    partial: [403],
    throttled: [],
    unlicensed: [400, 403],
    large: [],
  })
})

test('two starts on one day give the same data', { timeout: 60_000 }, async () => {
  await using one = await start()
  await using other = await start()
  for (const posture of ['strong', 'typical', 'weak'] as const) {
    const [first, second] = [await readAll(one, posture), await readAll(other, posture)]
    const withoutMarks = (answers: typeof first): string =>
      JSON.stringify([...answers].filter(([, { status }]) => status === 200))
    assert.equal(withoutMarks(first), withoutMarks(second))
  }
})

test('the tenants have the documented sizes and kinds of people and devices', async () => {
  await using client = await start()
  const read = async (posture: Posture, key: string): Promise<Fields[]> =>
    list((await client.getAll(posture, pathOf(dataset(key)))).value).map(fields)
  for (const posture of ['strong', 'typical', 'weak'] as const) {
    const users = await read(posture, 'users')
    assert.ok(users.length >= 20 && users.length <= 60, posture)
    assert.ok(users.some(({ accountEnabled }) => accountEnabled === false))
    const devices = await read(posture, 'managedDevices')
    assert.ok(devices.some(({ operatingSystem }) => operatingSystem === 'Windows'))
    assert.ok(devices.some(({ operatingSystem }) => operatingSystem === 'iOS'))
    const defaults = await client.get(posture, pathOf(dataset('securityDefaults')))
    assert.equal(defaults.body.isEnabled, false)
  }
  assert.ok((await read('typical', 'users')).some(({ userType }) => userType === 'Guest'))
  assert.ok((await read('weak', 'configurationPolicies')).every(({ assignments }) => list(assignments).length === 0))
  assert.ok((await read('weak', 'conditionalAccessPolicies')).every(({ state }) => state !== 'enabled'))
  assert.ok((await read('typical', 'roleEligibilities')).length > 0)
  const strengths = await read('typical', 'authenticationStrengths')
  assert.deepEqual(
    strengths.map(({ id }) => id),
    ['2', '3', '4'].map((number) => `00000000-0000-0000-0000-00000000000${number}`),
  )
  assert.equal((await client.get('unlicensed', pathOf(dataset('securityDefaults')))).body.isEnabled, true)
})

test('the large tenant has 5,000 users and 8,000 devices', { timeout: 60_000 }, async () => {
  await using client = await start()
  assert.equal(list((await client.getAll('large', pathOf(dataset('users')))).value).length, 5_000)
  assert.equal(list((await client.getAll('large', pathOf(dataset('managedDevices')))).value).length, 8_000)
})

test('the typical devices include one with a date that means "none" and one without an owner', async () => {
  await using client = await start()
  const { value } = await client.getAll('typical', pathOf(dataset('managedDevices')))
  const never = list(value)
    .map(fields)
    .filter(({ lastSyncDateTime }) => lastSyncDateTime === '0001-01-01T00:00:00Z')
  assert.deepEqual(
    never.map(({ userId }) => userId),
    [''],
  )
})

test('the collector reads the strong tenant without a refusal, and the tenant meets its requirements', async () => {
  await using client = await start()
  const { url, stats } = client.simulator
  const source = {
    graphUrl: url,
    loginUrl: url,
    clientId: CLIENT_ID,
    credential: { secret: SECRET },
    ca: certificate.ca,
  }
  const snapshot = await collectSnapshot(source, { tenantId: tenantOf('strong'), deadlineMs: 30_000 })
  assert.deepEqual(
    Object.entries(snapshot.responses).filter(([, { status }]) => status !== 200),
    [],
  )
  assert.deepEqual(
    Object.values(stats(tenantOf('strong'))).map(({ throttled }) => throttled),
    [0, 0, 0, 0, 0],
  )

  const framework = findFramework('essential-eight') ?? assert.fail()
  const options = { target: 3, checks: CHECKS, parameters: { now: NOW.toISOString() } }
  const { requirements } = evaluateFramework(framework, readTenant(snapshot), options)
  const validated = requirements.filter(({ mode, verdict }) => mode === 'automatic' && verdict !== 'not_assessed')
  assert.ok(validated.length > 15)
  assert.deepEqual(
    validated
      .filter(({ verdict }) => verdict !== 'effective')
      .map(({ id, verdict, observed }) => ({ id, verdict, observed })),
    [],
  )
})
