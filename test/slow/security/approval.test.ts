import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { NOT_APPROVED } from '../../../src/features/approvals/rules.ts'
import {
  deleteOldNotices,
  grantByOperator,
  listApprovals,
  setSandboxApprovals,
} from '../../../src/features/approvals/service.ts'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { getMail, listMails } from '../../../src/features/mail/sending/service.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import { openBrowser } from '../../api/administrator.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { assertProblem } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { eventually } from '../../runs/eventually.ts'
import { tenantIdOf, waitForEnd } from '../../runs/follow.ts'

const OPERATOR = { kind: 'operator', id: 'test' } as const
/** Not a sample tenant, so the simulator does not know it. */
const NOBODYS = '99999999-9999-4999-8999-999999999999'

let ahead = 0
const api = await startApi({ worker: true, approved: [], now: () => new Date(Date.now() + ahead) })
const simulator = api.simulator ?? assert.fail('the simulator runs')
const distributor = await api.distributor('meridian')
after(() => api[Symbol.asyncDispose]())

let partners = 0
async function makePartner(): Promise<{ id: string; client: Client }> {
  partners += 1
  return await makeActivePartner(api, distributor, {
    company: `Partner ${partners}`,
    email: `p${partners}@partner.example`,
  })
}

async function makeCustomer(client: Client, tenantId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await client.post('/v1/partner/customers', { name: 'Umbrella', tenantId, ...more })
  assert.equal(status, 201, text)
  return body.id
}

const grant = (partner: { id: string }, tenantId: string) => grantByOperator(api.app, OPERATOR, partner.id, tenantId)

const isApproved = async (partner: { id: string }, tenantId: string): Promise<boolean> =>
  (await listApprovals(api.app, { partnerId: partner.id, tenantId })).length > 0

async function startRun(client: Client, customerId: string): Promise<string> {
  const { status, body, text } = await client.post('/v1/partner/assessments', {
    customerId,
    product: 'essential-eight',
  })
  assert.equal(status, 202, text)
  return body.id
}

const run = async (client: Client, customerId: string): Promise<Json> =>
  await waitForEnd(client, await startRun(client, customerId), 60_000)

const preflight = async (client: Client, customerId: string): Promise<Json> =>
  (await client.get(`/v1/partner/customers/${customerId}/preflight`)).body

/** The number of requests about a tenant that the simulator received. */
function heard(tenantId: string): number {
  const asked = Object.values(simulator.stats(tenantId)).map(({ requests }) => requests)
  return asked.reduce((sum, count) => sum + count, simulator.signIns(tenantId))
}

const auditOf = async (subject: string, action: string): Promise<Json[]> =>
  await api.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

test('a partner that registers the tenant of another partner’s customer reads nothing of it, and no request is sent to the tenant', async () => {
  const [owner, thief] = [await makePartner(), await makePartner()]
  const tenantId = tenantIdOf('weak')
  await grant(owner, tenantId)
  assert.equal((await run(owner.client, await makeCustomer(owner.client, tenantId))).status, 'completed')
  const stolen = await makeCustomer(thief.client, tenantId.toUpperCase())
  const before = heard(tenantId)
  const seen = await preflight(thief.client, stolen)
  assert.deepEqual([seen.consent, seen.failure], ['missing', NOT_APPROVED])
  assert.ok(seen.permissions.every(({ granted }: Json) => !granted))
  assert.ok(seen.products.every(({ readable }: Json) => readable === 0))
  const ended = await run(thief.client, stolen)
  assert.deepEqual([ended.status, ended.failure], ['failed', NOT_APPROVED])
  assert.deepEqual((await thief.client.get(`/v1/partner/assessments/${ended.id}/findings`)).body, { findings: [] })
  assert.equal(heard(tenantId), before, 'the tenant’s services received no request')
  assert.equal((await preflight(owner.client, await makeCustomer(owner.client, tenantId))).consent, 'granted')
})

test('a distributor reads nothing of it either', async () => {
  const [owner, other] = [await makePartner(), await makePartner()]
  const tenantId = tenantIdOf('weak')
  await grant(owner, tenantId)
  const base = `/v1/distributor/partners/${other.id}`
  const customerId = (await distributor.post(`${base}/customers`, { name: 'Umbrella', tenantId })).body.id
  const before = heard(tenantId)
  const { body } = await distributor.get(`${base}/customers/${customerId}/preflight`)
  assert.deepEqual([body.consent, body.failure], ['missing', NOT_APPROVED])
  const { body: queued } = await distributor.post(`${base}/assessments`, { customerId, product: 'essential-eight' })
  const ended = await waitForEnd(other.client, queued.id)
  assert.deepEqual([ended.status, ended.failure.code], ['failed', 'CONSENT_MISSING'])
  assert.equal(heard(tenantId), before)
})

test('no response reveals whether a tenant exists, has consented, or has approved somebody else', async () => {
  const [owner, asker] = [await makePartner(), await makePartner()]
  await grant(owner, tenantIdOf('typical'))
  const answers = []
  for (const tenantId of [tenantIdOf('typical'), tenantIdOf('strong'), tenantIdOf('no-consent'), NOBODYS]) {
    const customerId = await makeCustomer(asker.client, tenantId)
    const { tenantId: _, checkedAt: __, ...seen } = await preflight(asker.client, customerId)
    const { failure, status, score } = await run(asker.client, customerId)
    answers.push({ seen, failure, status, score })
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.ok(!JSON.stringify(answers[0]).includes(owner.id))
})

test('a run without approval is accepted, fails with an event, and releases its quota', async () => {
  const partner = await makePartner()
  const customerId = await makeCustomer(partner.client, tenantIdOf('strong'))
  const ended = await run(partner.client, customerId)
  assert.match(ended.failure.message, /consent-link/)
  assert.match(ended.failure.message, /Global Administrator or Privileged Role Administrator/)
  assert.equal((await partner.client.get('/v1/partner/me')).body.usage.runsUsed, 0)
  const { events } = (await partner.client.get('/v1/partner/events?type=assessment.failed')).body
  assert.deepEqual(
    events.map(({ data }: Json) => [data.assessmentId, data.failure.code]),
    [[ended.id, 'CONSENT_MISSING']],
  )
})

test('a run without approval sends no questionnaire invitations', async () => {
  const partner = await makePartner()
  const customerId = await makeCustomer(partner.client, tenantIdOf('strong'), {
    questionnaireRecipients: ['q@umbrella.example'],
  })
  await run(partner.client, customerId)
  const invited = () =>
    api.db.selectFrom('questionnaire_invitations').select('id').where('customer_id', '=', customerId).execute()
  assert.deepEqual(await invited(), [])
  await grant(partner, tenantIdOf('strong'))
  await run(partner.client, customerId)
  assert.equal((await invited()).length, 1)
})

test('a partner gets one email a day for each tenant that has yet to approve it, whatever the number of runs', async () => {
  const partner = await makePartner()
  const { email } = (await partner.client.get('/v1/partner/me')).body
  const mails = async () =>
    (await listMails(api.app, 1_000)).filter(({ kind, to }) => kind === 'approval-missing' && to === email)
  const [first, second] = [tenantIdOf('strong'), NOBODYS]
  const customers = [first, first, second].map((tenantId) => makeCustomer(partner.client, tenantId))
  for (const customerId of await Promise.all([...customers, ...customers])) await run(partner.client, customerId)
  const sent = await eventually('two mails', async () => {
    const found = await mails()
    return found.length === 2 && found
  })
  const { text = '' } = await getMail(api.app, sent[0]?.id ?? '')
  assert.match(text, /Umbrella has yet to approve Partner/)
  assert.match(text, /create a consent link there/)
  await deleteOldNotices(api.app)
  ahead = DAY_MS + MINUTE_MS
  try {
    await run(partner.client, (await customers[0]) ?? '')
    await eventually('a third mail', async () => (await mails()).length === 3)
  } finally {
    ahead = 0
  }
})

test('an approval ends with the partner’s last customer of the tenant, in any spelling of its id', async () => {
  const [partner, other] = [await makePartner(), await makePartner()]
  const tenantId = tenantIdOf('weak')
  for (const one of [partner, other]) await grant(one, tenantId)
  const [first, second] = [
    await makeCustomer(partner.client, tenantId),
    await makeCustomer(partner.client, tenantId.toUpperCase()),
  ]
  await makeCustomer(other.client, tenantId)
  await partner.client.delete(`/v1/partner/customers/${first}`)
  assert.equal(await isApproved(partner, tenantId), true)
  await partner.client.put(`/v1/partner/customers/${second}`, { tenantId, name: 'Same tenant' })
  assert.equal(await isApproved(partner, tenantId), true)
  await partner.client.delete(`/v1/partner/customers/${second}`)
  assert.equal(await isApproved(partner, tenantId), false)
  assert.equal(await isApproved(other, tenantId), true, 'the approval of another partner stays')
  const ended = (await auditOf(tenantId, 'approval.withdrawn')).filter(({ partner_id }) => partner_id === partner.id)
  assert.deepEqual(
    ended.map(({ author_kind, after }) => [author_kind, after.reason]),
    [['partner', 'last-customer']],
  )
})

test('a customer with a changed tenant id needs the new tenant’s approval, and the old one ends', async () => {
  const partner = await makePartner()
  const [first, second] = [tenantIdOf('weak'), tenantIdOf('strong')]
  await grant(partner, first)
  const customerId = await makeCustomer(partner.client, first)
  await partner.client.put(`/v1/partner/customers/${customerId}`, { tenantId: second })
  assert.equal(await isApproved(partner, first), false)
  assert.equal((await run(partner.client, customerId)).failure.code, 'CONSENT_MISSING')
  await partner.client.put(`/v1/partner/customers/${customerId}`, { tenantId: first })
  assert.equal((await preflight(partner.client, customerId)).consent, 'missing', 'it does not come back by itself')
})

test('concurrent deletions of the last two customers of a tenant leave no approval behind', async () => {
  const partner = await makePartner()
  const tenantId = tenantIdOf('weak')
  for (let round = 0; round < 8; round += 1) {
    await grant(partner, tenantId)
    const ids = await Promise.all([0, 1, 2].map(() => makeCustomer(partner.client, tenantId)))
    const gone = await Promise.all(ids.map((id) => partner.client.delete(`/v1/partner/customers/${id}`)))
    assert.deepEqual(
      gone.map(({ status }) => status),
      [204, 204, 204],
    )
    assert.equal(await isApproved(partner, tenantId), false, `round ${round}`)
  }
})

test('an administrator who approves while the customer is deleted leaves no approval without a customer', async () => {
  const partner = await makePartner()
  const tenantId = tenantIdOf('weak')
  const browser = openBrowser(api)
  for (let round = 0; round < 6; round += 1) {
    const customerId = await makeCustomer(partner.client, tenantId)
    const { url } = (await partner.client.post(`/v1/partner/customers/${customerId}/consent-link`)).body
    const callback = await browser.reachCode(url)
    const [page, gone] = await Promise.all([
      browser.open(callback),
      partner.client.delete(`/v1/partner/customers/${customerId}`),
    ])
    assert.equal(gone.status, 204)
    assert.ok([200, 404].includes(page.status), `${page.status}`)
    assert.equal(await isApproved(partner, tenantId), false, `round ${round}`)
  }
  await browser.close()
})

test('a partner or its distributor can withdraw an approval once, for all customers of the tenant', async () => {
  const partner = await makePartner()
  const tenantId = tenantIdOf('weak')
  const ids = [await makeCustomer(partner.client, tenantId), await makeCustomer(partner.client, tenantId)]
  const own = `/v1/partner/customers/${ids[0]}/approval`
  const distributors = `/v1/distributor/partners/${partner.id}/customers/${ids[1]}/approval`
  for (const [client, path, kind] of [
    [partner.client, own, 'partner'],
    [distributor, distributors, 'distributor'],
  ] as const) {
    await grant(partner, tenantId)
    const { status, text } = await client.delete(path)
    assert.deepEqual([status, text], [204, ''])
    for (const id of ids) assert.equal((await preflight(partner.client, id)).consent, 'missing')
    const entry = (await auditOf(tenantId, 'approval.withdrawn')).at(-1)
    assert.deepEqual([entry.author_kind, entry.after.reason, entry.partner_id], [kind, 'withdrawn', partner.id])
    assertProblem(await client.delete(path), 404, 'NOT_FOUND')
  }
  const stranger = await makePartner()
  await grant(partner, tenantId)
  assertProblem(await stranger.client.delete(own), 404, 'NOT_FOUND')
  assertProblem(await (await api.distributor('other')).delete(distributors), 404, 'NOT_FOUND')
  assert.equal(await isApproved(partner, tenantId), true)
})

test('a distributor can create consent links only for its own partners’ customers, and the approval is the partner’s', async () => {
  const [partner, sibling] = [await makePartner(), await makePartner()]
  const tenantId = tenantIdOf('weak')
  const customerId = await makeCustomer(partner.client, tenantId)
  const path = `/v1/distributor/partners/${partner.id}/customers/${customerId}/consent-link`
  const { status, body } = await distributor.post(path)
  assert.equal(status, 201)
  const stranger = await api.distributor('other')
  assertProblem(await stranger.post(path), 404, 'NOT_FOUND')
  assertProblem(await stranger.get(path.replace('consent-link', 'preflight')), 404, 'NOT_FOUND')
  const sideways = `/v1/distributor/partners/${sibling.id}/customers/${customerId}`
  for (const [method, end] of [
    ['POST', 'consent-link'],
    ['GET', 'preflight'],
    ['DELETE', 'approval'],
  ] as const)
    assertProblem(await distributor.call(method, `${sideways}/${end}`), 404, 'NOT_FOUND')
  const browser = openBrowser(api)
  assert.equal((await browser.approve(body.url)).status, 200)
  await browser.close()
  assert.deepEqual([await isApproved(partner, tenantId), await isApproved(sibling, tenantId)], [true, false])
  const checked = (await distributor.get(path.replace('consent-link', 'preflight'))).body
  assert.equal(checked.consent, 'granted')
  assert.ok(checked.answered.at)
})

test('an approval ends when the tenant has removed the application, but not within minutes of being given', async () => {
  const partner = await makePartner()
  const tenantId = tenantIdOf('no-consent')
  const customerId = await makeCustomer(partner.client, tenantId)
  const { url } = (await partner.client.post(`/v1/partner/customers/${customerId}/consent-link`)).body
  const browser = openBrowser(api)
  assert.equal((await browser.approve(url)).status, 200)
  await browser.close()
  assert.equal(await isApproved(partner, tenantId), true)
  simulator.forgetConsent(tenantId)
  assert.equal((await preflight(partner.client, customerId)).consent, 'missing')
  assert.equal(
    await isApproved(partner, tenantId),
    true,
    'the sign-in service may not know of the consent everywhere yet',
  )
  for (const read of [
    async () => (await preflight(partner.client, customerId)).failure,
    async () => (await run(partner.client, customerId)).failure,
  ]) {
    // Granted again, eleven minutes ago.
    await api.db.deleteFrom('tenant_approvals').where('partner_id', '=', partner.id).execute()
    ahead = -11 * MINUTE_MS
    await grant(partner, tenantId)
    ahead = 60 * MINUTE_MS
    try {
      assert.equal((await read()).code, 'CONSENT_MISSING')
    } finally {
      ahead = 0
    }
    assert.equal(await isApproved(partner, tenantId), false)
    const entry = (await auditOf(tenantId, 'approval.withdrawn')).at(-1)
    assert.deepEqual([entry.author_kind, entry.after.reason], ['system', 'application-removed'])
  }
})

test('an approval that is withdrawn while a run waits for its next attempt stops that attempt', async () => {
  const partner = await makePartner()
  const tenantId = tenantIdOf('weak')
  await grant(partner, tenantId)
  const customerId = await makeCustomer(partner.client, tenantId)
  let readings = 0
  const assessTenant: typeof api.app.assessTenant = async () => {
    readings += 1
    throw new Error('the machine failed')
  }
  const id = await startRun({ ...partner.client }, customerId)
  await waitForEnd(partner.client, id)
  await api.db
    .updateTable('runs')
    .set({ status: 'running', completed_at: null, score: null })
    .where('id', '=', id)
    .execute()
  await assert.rejects(executeRun({ ...api.app, assessTenant }, id, { deadlineMs: 1_000 }), /the machine failed/)
  await partner.client.delete(`/v1/partner/customers/${customerId}/approval`)
  await executeRun({ ...api.app, assessTenant }, id, { deadlineMs: 1_000 })
  assert.equal(readings, 1)
  assert.equal((await partner.client.get(`/v1/partner/assessments/${id}`)).body.failure.code, 'CONSENT_MISSING')
})

test('the sandbox approves its own tenants for every partner, and a start without it withdraws these approvals', async () => {
  const partner = await makePartner()
  const tenantId = tenantIdOf('typical')
  const customerId = await makeCustomer(partner.client, tenantId)
  const sandbox = { kind: 'operator', id: 'sandbox' } as const
  await setSandboxApprovals(api.app, sandbox, [tenantId])
  await setSandboxApprovals(api.app, sandbox, [tenantId])
  assert.deepEqual(
    (await listApprovals(api.app, { partnerId: partner.id })).map(({ partnerId, how }) => [partnerId, how]),
    [[undefined, 'sandbox']],
  )
  assert.equal((await preflight(partner.client, customerId)).consent, 'granted')
  assertProblem(await partner.client.delete(`/v1/partner/customers/${customerId}/approval`), 404, 'NOT_FOUND')
  await setSandboxApprovals(api.app, sandbox, [])
  assert.equal((await preflight(partner.client, customerId)).consent, 'missing')
  assert.equal((await auditOf(tenantId, 'approval.granted')).filter(({ after }) => after.how === 'sandbox').length, 1)
})

test('only the sandbox can approve a tenant for every partner', async () => {
  const row = { tenant_id: NOBODYS, approved_by: 'x', approved_at: new Date(), how: 'operator' as const }
  await assert.rejects(api.db.insertInto('tenant_approvals').values(row).execute(), /check constraint/)
})
