import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runApprovalGrant } from '../../../src/cli/approval/grant.ts'
import { runApprovalList } from '../../../src/cli/approval/list.ts'
import { runApprovalRevoke } from '../../../src/cli/approval/revoke.ts'
import { SECRET_KEY, startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'
import { tenantIdOf } from '../../runs/follow.ts'

const MAIN = fileURLToPath(new URL('../../../bin/plumbline.js', import.meta.url))
const TENANT = tenantIdOf('weak')
const OTHER = '99999999-9999-4999-8999-999999999999'
const now = new Date('2026-05-01T08:00:00.000Z')

const api = await startApi({ approved: [tenantIdOf('strong')], now: () => now })
const { partnerId } = await api.partner('acme')
after(() => api[Symbol.asyncDispose]())

const auditOf = async (tenantId: string): Promise<string[]> => {
  const rows = await api.db.selectFrom('audit').selectAll().where('subject', '=', tenantId).orderBy('id').execute()
  return rows.map((row) => `${row.action} ${row.author_kind} ${row.author_id} ${row.partner_id}`)
}

test('the operator grants, lists and ends the approval of a tenant for a partner; each change is audited once', async () => {
  const granted: Json = (await runApprovalGrant(api.app, partnerId, { tenant: TENANT.toUpperCase() })).json
  assert.deepEqual(granted, {
    partnerId,
    tenantId: TENANT,
    how: 'operator',
    approvedBy: 'approval grant',
    approvedAt: now.toISOString(),
  })
  assert.deepEqual((await runApprovalGrant(api.app, partnerId, { tenant: TENANT })).json, granted)
  const { json, text }: Json = await runApprovalList(api.app, partnerId, {})
  assert.deepEqual(
    json.approvals.map(({ tenantId, how }: Json) => [tenantId, how]),
    [
      [tenantIdOf('strong'), 'sandbox'],
      [TENANT, 'operator'],
    ],
  )
  const [heading, sandbox, own] = text.split('\n')
  assert.match(heading, /^tenant +partner +how +approved +by$/)
  assert.match(sandbox, new RegExp(`^${tenantIdOf('strong')} +every partner +sandbox +`))
  assert.match(own, new RegExp(`^${TENANT} +${partnerId} +operator +2026-05-01 08:00 +approval grant$`))
  assert.deepEqual((await runApprovalRevoke(api.app, partnerId, { tenant: TENANT })).json, {
    partnerId,
    tenantId: TENANT,
    status: 'revoked',
  })
  await assert.rejects(runApprovalRevoke(api.app, partnerId, { tenant: TENANT }), { code: 'NOT_FOUND' })
  assert.deepEqual(await auditOf(TENANT), [
    `approval.granted operator approval grant ${partnerId}`,
    `approval.withdrawn operator approval revoke ${partnerId}`,
  ])
  assert.deepEqual((await runApprovalList(api.app, partnerId, { tenant: TENANT })).json, { approvals: [] })
})

test('an approval belongs to one partner only, and the list of all partners shows every approval', async () => {
  const { partnerId: other } = await api.partner('globex')
  await runApprovalGrant(api.app, other, { tenant: OTHER })
  const ofPartner: Json = (await runApprovalList(api.app, partnerId, { tenant: OTHER })).json
  assert.deepEqual(ofPartner, { approvals: [] })
  const ofAll: Json = (await runApprovalList(api.app, undefined, { tenant: OTHER })).json
  assert.deepEqual(
    ofAll.approvals.map((approval: Json) => approval.partnerId),
    [other],
  )
  await assert.rejects(runApprovalRevoke(api.app, partnerId, { tenant: OTHER }), { code: 'NOT_FOUND' })
})

test('an invalid tenant, an unknown account, or a distributor is refused with a sentence', async () => {
  const { id } = await api.distributor('meridian')
  for (const tenant of ['', 'tenant', `${TENANT}0`, `${TENANT}' or 1=1`])
    await assert.rejects(runApprovalGrant(api.app, partnerId, { tenant }), {
      message: /^--tenant must be the tenant id/,
    })
  await assert.rejects(runApprovalGrant(api.app, id, { tenant: TENANT }), { message: /is a distributor/ })
  await assert.rejects(runApprovalGrant(api.app, 'nobody', { tenant: TENANT }), { code: 'NOT_FOUND' })
  await assert.rejects(runApprovalList(api.app, 'nobody', {}), { code: 'NOT_FOUND' })
})

test('parallel grants create one approval and one audit row', async () => {
  const tenant = '88888888-8888-4888-8888-888888888888'
  await Promise.all(Array.from({ length: 6 }, () => runApprovalGrant(api.app, partnerId, { tenant })))
  assert.equal((await auditOf(tenant)).length, 1)
})

test('the command line grants, lists and revokes', async () => {
  const grant = await plumbline('approval', 'grant', partnerId, '--tenant', TENANT, '--json')
  assert.equal(grant.code, 0, grant.stderr)
  assert.equal(JSON.parse(grant.stdout).tenantId, TENANT)
  const list = await plumbline('approval', 'list', partnerId, '--tenant', TENANT, '--json')
  assert.equal(JSON.parse(list.stdout).approvals.length, 1)
  const revoke = await plumbline('approval', 'revoke', partnerId, '--tenant', TENANT, '--json')
  assert.equal(JSON.parse(revoke.stdout).status, 'revoked')
  const again = await plumbline('approval', 'revoke', partnerId, '--tenant', TENANT)
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /is not approved for/)
})

/** Runs the real command line on the database of this test. */
async function plumbline(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: api.databaseUrl, PLUMBLINE_SECRET_KEY: SECRET_KEY }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}
