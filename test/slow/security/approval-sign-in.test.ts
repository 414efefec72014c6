import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import { startOfDay } from '../../../src/simulator/content/primitives/calendar.ts'
import type { IdTokenFault } from '../../../src/simulator/sign-in/id-tokens.ts'
import { type Persona, personasOf } from '../../../src/simulator/sign-in/personas.ts'
import { recipeOf } from '../../../src/simulator/tenants/recipes.ts'
import { openBrowser, type Page } from '../../api/administrator.ts'
import { startApi } from '../../harness/api.ts'
import { tenantIdOf } from '../../runs/follow.ts'

const TENANT = tenantIdOf('weak')
const CALLBACK = 'https://app.example/consent/callback'

let ahead = 0
const api = await startApi({ simulator: true, approved: [], now: () => new Date(Date.now() + ahead) })
const acme = await api.as('acme')
const { partnerId } = await api.partner('acme')
const simulator = api.simulator ?? assert.fail('the simulator runs')
after(() => api[Symbol.asyncDispose]())

/** A customer with a consent link, and its rows in the database. */
async function makeSubject(tenantId = TENANT) {
  const { body } = await acme.post('/v1/partner/customers', { name: 'Driftwood', tenantId })
  const customerId: string = body.id
  const link: string = (await acme.post(`/v1/partner/customers/${customerId}/consent-link`)).body.url
  return { customerId, link }
}

const approvals = () => api.db.selectFrom('tenant_approvals').selectAll().where('partner_id', '=', partnerId).execute()

const countAudit = async (): Promise<number> => (await api.db.selectFrom('audit').select('id').execute()).length

/** Runs the function, and checks that it approved nothing and left no audit row. */
async function approvesNothing(work: () => Promise<Page>): Promise<Page> {
  const before = [await approvals(), await countAudit()]
  const page = await work()
  assert.deepEqual([await approvals(), await countAudit()], before)
  assert.match(page.text, /<main>/)
  assert.equal(page.headers['cache-control'], 'private, no-store')
  return page
}

/** A new browser, closed at the end of the test. */
function open() {
  const browser = openBrowser(api)
  return { ...browser, [Symbol.asyncDispose]: () => browser.close() }
}

function personaOf(key: Persona['key']): Persona {
  const recipe = recipeOf(TENANT) ?? assert.fail('the tenant is a sample tenant')
  return personasOf(recipe, startOfDay(api.app.now())).find((persona) => persona.key === key) ?? assert.fail(key)
}

async function forgetApprovals(): Promise<void> {
  await api.db.deleteFrom('tenant_approvals').execute()
}

test('an administrator who signs in approves this partner, and the proof names who approved, when and how', async () => {
  await using browser = open()
  const { customerId, link } = await makeSubject()
  const page = await browser.approve(link)
  assert.equal(page.status, 200)
  assert.match(page.text, /Access was approved/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  const administrator = personaOf('global-administrator')
  const [row, ...others] = await approvals()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [row?.tenant_id, row?.how, row?.approved_by, row?.approver_name],
    [TENANT, 'sign-in', administrator.id, administrator.name],
  )
  const entry = await api.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'approval.granted')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual([entry.author_kind, entry.author_id, entry.subject], ['administrator', administrator.id, TENANT])
  assert.equal(entry.partner_id, partnerId)
  assert.ok(entry.address)
  const shown = (await acme.get('/v1/partner/audit?action=approval.granted')).body.entries[0]
  assert.equal(shown.author.kind, 'administrator')
  assert.equal(shown.after.customerId, customerId)
})

test('a Privileged Role Administrator may approve as well', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  assert.match((await browser.approve(link, 'Privileged Role Administrator')).text, /Access was approved/)
  assert.equal((await approvals())[0]?.approved_by, personaOf('privileged-role-administrator').id)
})

test('a person without such a role approves nothing, sees which role is needed, and the link still works', async () => {
  await forgetApprovals()
  await using browser = open()
  const { customerId, link } = await makeSubject()
  const page = await browser.approve(link, 'User without a role')
  assert.equal(page.status, 403)
  assert.match(page.text, /Global Administrator or Privileged Role Administrator/)
  assert.deepEqual(await approvals(), [])
  const { body } = await acme.get(`/v1/partner/customers/${customerId}/preflight`)
  assert.deepEqual([body.consent, body.answered.refusal], ['missing', 'not_administrator'])
  const again = await approvesNothing(() => browser.approve(link, 'User without a role'))
  assert.equal(again.status, 403, 'an unchanged outcome is not written again')
  assert.match((await browser.approve(link)).text, /Access was approved/)
})

test('if the token has no role claim, the active roles of the person are read from the tenant', async () => {
  await forgetApprovals()
  await using browser = open()
  simulator.application.groupMembershipClaims = 'None'
  try {
    const { link } = await makeSubject()
    assert.equal((await browser.approve(link, 'User without a role')).status, 403)
    assert.deepEqual(await approvals(), [])
    assert.match((await browser.approve(link, 'Privileged Role Administrator')).text, /Access was approved/)
    const other = await makeSubject()
    assert.match((await browser.approve(other.link)).text, /Access was approved/)
  } finally {
    simulator.application.groupMembershipClaims = 'DirectoryRole'
  }
})

test('if neither the token nor the tenant shows the roles, nobody counts as an administrator', async () => {
  await forgetApprovals()
  await using browser = open()
  simulator.application.groupMembershipClaims = 'None'
  try {
    // This tenant has not granted the permission.
    const { link } = await makeSubject(tenantIdOf('partial'))
    const page = await approvesNothing(() => browser.approve(link))
    assert.equal(page.status, 503)
  } finally {
    simulator.application.groupMembershipClaims = 'DirectoryRole'
  }
})

const FAULTS: readonly [IdTokenFault, RegExp][] = [
  ['nonce', /could not be verified/],
  ['audience', /could not be verified/],
  ['issuer', /could not be verified/],
  ['signature', /could not be verified/],
  ['expired', /could not be verified/],
  ['unsigned', /could not be verified/],
  ['no-person', /could not be verified/],
  ['tenant', /belongs to another tenant/],
]

for (const [fault, says] of FAULTS) {
  test(`an id token with this fault proves nothing: ${fault}`, async () => {
    await forgetApprovals()
    await using browser = open()
    const { link } = await makeSubject()
    simulator.application.fault = fault
    try {
      const page = await approvesNothing(() => browser.approve(link))
      assert.equal(page.status, 403)
      assert.match(page.text, says)
    } finally {
      delete simulator.application.fault
    }
    assert.match((await browser.approve(link)).text, /Access was approved/, 'the link still works')
  })
}

test('a refusal at consent or sign-in approves nothing, and the link can be opened again', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  const atConsent = await approvesNothing(() => browser.refuse(link))
  assert.deepEqual([atConsent.status, /Access was not approved/.test(atConsent.text)], [200, true])
  const cancel = await browser.follow(await browser.reachSignIn(link), 'Cancel')
  const atSignIn = await approvesNothing(() => browser.open(cancel))
  assert.deepEqual([atSignIn.status, /Access was not approved/.test(atSignIn.text)], [200, true])
  assert.match((await browser.approve(link)).text, /Access was approved/)
})

test('parameters of the callback prove nothing and change nothing', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  const state = new URL(await browser.start(link)).searchParams.get('state') ?? ''
  const words: Record<string, string>[] = [
    { admin_consent: 'True', tenant: TENANT },
    { admin_consent: 'True', tenant: TENANT, state: 'nothing' },
    { admin_consent: 'True', tenant: TENANT, state: '' },
    { error: 'access_denied', tenant: TENANT },
    { code: 'forged', id_token: 'forged', tenant: TENANT },
  ]
  for (const given of words) {
    const page = await approvesNothing(() => browser.open(`${CALLBACK}?${new URLSearchParams(given)}`))
    assert.equal(page.status, 404)
  }
  // The right state leads to the sign-in and no further, whatever the other parameters are.
  const forged = new URLSearchParams({ admin_consent: 'True', tenant: TENANT, state, code: 'forged' })
  const before = [await approvals(), await countAudit()]
  const sent = await browser.open(`${CALLBACK}?${forged}`)
  assert.equal(sent.status, 303)
  assert.match(sent.location, /\/oauth2\/v2\.0\/authorize\?/)
  assert.deepEqual([await approvals(), await countAudit()], before)
  const next = new URL(sent.location).searchParams.get('state') ?? ''
  const page = await approvesNothing(() =>
    browser.open(`${CALLBACK}?${new URLSearchParams({ state: next, code: 'x' })}`),
  )
  assert.equal(page.status, 403)
})

test('repeating a callback does not approve again', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  const callback = await browser.reachCode(link)
  assert.match((await browser.open(callback)).text, /Access was approved/)
  await forgetApprovals()
  const page = await approvesNothing(() => browser.open(callback))
  assert.deepEqual([page.status, /This sign-in has expired/.test(page.text)], [404, true])
})

test('exactly one of many concurrent callbacks approves', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  const callback = await browser.reachCode(link)
  const pages = await Promise.all(Array.from({ length: 6 }, () => browser.open(callback)))
  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404])
})

test('only one of two sign-ins with one link approves, because that consumes the link', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  const callbacks = [await browser.reachCode(link), await browser.reachCode(link)]
  const pages = await Promise.all(callbacks.map((callback) => browser.open(callback)))
  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 404])
  assert.equal((await approvesNothing(() => browser.open(link))).status, 404)
})

test('a sign-in that one browser started cannot be completed in another', async () => {
  await forgetApprovals()
  await using victim = open()
  await using attacker = open()
  const { link } = await makeSubject()
  // The attacker starts a sign-in and makes the administrator finish it, with the callback address of either step.
  const state = new URL(await attacker.start(link)).searchParams.get('state') ?? ''
  const atConsent = `${CALLBACK}?${new URLSearchParams({ admin_consent: 'True', tenant: TENANT, state })}`
  const atCode = await attacker.reachCode(link)
  await victim.open(link)
  for (const callback of [atConsent, atCode]) {
    const page = await approvesNothing(() => victim.open(callback))
    assert.deepEqual([page.status, /started in another browser/.test(page.text)], [404, true])
  }
  // Nor without any cookie.
  await using bare = open()
  assert.equal((await approvesNothing(() => bare.open(atCode))).status, 404)
  assert.match((await attacker.open(atCode)).text, /Access was approved/, 'the browser that started may still end it')
})

test('a sign-in that takes longer than 15 minutes has ended, at either step', async () => {
  await forgetApprovals()
  await using browser = open()
  const { link } = await makeSubject()
  const atConsent = await browser.follow(await browser.start(link), 'Approve')
  const atCode = await browser.reachCode(link)
  ahead = 15 * MINUTE_MS + 1_000
  try {
    for (const callback of [atConsent, atCode])
      assert.equal((await approvesNothing(() => browser.open(callback))).status, 404)
  } finally {
    ahead = 0
  }
})

test('a sign-in approves nothing once its link was replaced, or its customer was deleted or changed tenant', async () => {
  await forgetApprovals()
  await using browser = open()
  const [replaced, moved, gone] = [await makeSubject(), await makeSubject(), await makeSubject()]
  const callbacks: string[] = []
  for (const { link } of [replaced, moved, gone]) callbacks.push(await browser.reachCode(link))
  await acme.post(`/v1/partner/customers/${replaced.customerId}/consent-link`)
  await acme.put(`/v1/partner/customers/${moved.customerId}`, { tenantId: tenantIdOf('strong') })
  await acme.delete(`/v1/partner/customers/${gone.customerId}`)
  for (const callback of callbacks) assert.equal((await approvesNothing(() => browser.open(callback))).status, 404)
})

test('a code from another tenant or another sign-in is rejected', async () => {
  await forgetApprovals()
  await using browser = open()
  const [own, other, foreign] = [await makeSubject(), await makeSubject(), await makeSubject(tenantIdOf('strong'))]
  const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? ''
  const codeOf = (url: string): string => new URL(url).searchParams.get('code') ?? ''
  for (const { link } of [other, foreign]) {
    const state = stateOf(await browser.reachSignIn(own.link))
    const code = codeOf(await browser.reachCode(link))
    const page = await approvesNothing(() => browser.open(`${CALLBACK}?${new URLSearchParams({ state, code })}`))
    assert.deepEqual([page.status, /could not be verified/.test(page.text)], [403, true])
  }
})

for (const fault of ['unavailable', 'oversized', 'no-keys'] as const) {
  test(`without a usable response from the sign-in service nothing is approved, and the page asks to try again: ${fault}`, async () => {
    await forgetApprovals()
    await using browser = open()
    const { link } = await makeSubject()
    simulator.application.fault = fault
    try {
      const page = await approvesNothing(() => browser.approve(link))
      assert.deepEqual([page.status, /does not respond/.test(page.text)], [503, true])
    } finally {
      delete simulator.application.fault
    }
  })
}

test('the secrets of a sign-in are stored sealed, and its state and browser cookie as hashes', async () => {
  await using browser = open()
  const { customerId, link } = await makeSubject()
  const url = new URL(await browser.reachSignIn(link))
  const row = await api.db
    .selectFrom('consent_sign_ins')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const stored = JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  for (const name of ['state', 'nonce']) assert.ok(!stored.includes(url.searchParams.get(name) ?? 'x'), name)
  assert.equal(row.state_hash.length, 32)
  assert.equal(row.browser_hash.length, 32)
})
