import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApi } from '../harness/api.ts'
import { type Portal, signIn } from '../portal/sessions.ts'
import { createAuthenticator } from './authenticator.ts'

const api = await startApi({ simulator: true })
const { partnerId } = await api.partner('northwind')
const distributor = await api.distributor('meridian')
after(() => api[Symbol.asyncDispose]())

const SITE = { origin: 'https://app.example', rpId: 'app.example' }
const PASSKEYS = '/me/factors/passkeys'
const MICROSOFT = '/me/factors/microsoft'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body?.error?.code]

async function addPasskey(me: Portal, name?: string) {
  const { status, body: options } = await me.post(`${PASSKEYS}/options`)
  assert.equal(status, 200)
  const device = createAuthenticator(SITE)
  const response = device.register({ challenge: options.challenge })
  return { device, response, options, added: await me.post(PASSKEYS, { response, ...(name && { name }) }) }
}

test('people of both kinds of account add, name, list and remove passkeys', async () => {
  for (const [accountId, role] of [
    [partnerId, 'reader'],
    [distributor.id, 'owner'],
  ] as const) {
    const me = await signIn(api, accountId, { role })
    const { added, options, device } = await addPasskey(me, '  Work laptop ')
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(Object.keys(added.body).sort(), ['backedUp', 'createdAt', 'id', 'name'])
    assert.equal(added.body.name, 'Work laptop')
    assert.equal(Buffer.from(options.user.id, 'base64url').toString(), me.session.personId)
    const second = await addPasskey(me)
    assert.equal(second.added.body.name, 'Passkey 2')
    assert.deepEqual(second.options.excludeCredentials, [
      { id: device.id, transports: ['internal'], type: 'public-key' },
    ])
    const renamed = await me.call('PATCH', `${PASSKEYS}/${added.body.id}`, { name: 'Old laptop' })
    assert.equal(renamed.body.name, 'Old laptop')
    for (const name of ['a\u0000b', 'a\ud800b']) {
      const refused = await me.call('PATCH', `${PASSKEYS}/${added.body.id}`, { name })
      assert.equal(refused.status, 400, refused.text)
    }
    const { body } = await me.get(PASSKEYS)
    assert.deepEqual(
      body.passkeys.map(({ name }: { name: string }) => name),
      ['Old laptop', 'Passkey 2'],
    )
    assert.equal((await me.delete(`${PASSKEYS}/${added.body.id}`)).status, 204)
    assert.deepEqual(codeOf(await me.delete(`${PASSKEYS}/${added.body.id}`)), [404, 'NOT_FOUND'])
    assert.equal((await me.get(PASSKEYS)).body.passkeys.length, 1)
    const audit = await api.db
      .selectFrom('audit')
      .select(['action', 'author_id', 'request_id'])
      .where('subject', '=', me.session.personId)
      .where('action', 'like', 'passkey.%')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      audit.map(({ action }) => action),
      ['passkey.added', 'passkey.added', 'passkey.renamed', 'passkey.removed'],
    )
    assert.ok(audit.every((row) => row.author_id === me.session.personId && row.request_id))
  }
})

test('a response is accepted once, in the session that asked for it, and contains nothing secret', async () => {
  const [me, other] = [await signIn(api, partnerId), await signIn(api, partnerId)]
  const { response, added } = await addPasskey(me)
  assert.equal(added.status, 201)
  assert.deepEqual(codeOf(await me.post(PASSKEYS, { response })), [403, 'PASSKEY_REFUSED'])
  const { body: options } = await me.post(`${PASSKEYS}/options`)
  const stolen = createAuthenticator(SITE).register({ challenge: options.challenge })
  assert.deepEqual(codeOf(await other.post(PASSKEYS, { response: stolen })), [403, 'PASSKEY_REFUSED'])
  assert.equal((await other.get(PASSKEYS)).body.passkeys.length, 0)
})

test('a session without a recent second factor cannot add or remove passkeys', async () => {
  const me = await signIn(api, partnerId, { strong: false })
  const response = createAuthenticator(SITE).register({ challenge: 'a'.repeat(43) })
  for (const answer of [
    await me.post(`${PASSKEYS}/options`),
    await me.post(PASSKEYS, { response }),
    await me.delete(`${PASSKEYS}/cred_01m7zb6f8ye1jva8wcchpbtxwq`),
    await me.post(MICROSOFT),
    await me.delete(`${MICROSOFT}/cred_01m7zb6f8ye1jva8wcchpbtxwq`),
  ])
    assert.deepEqual(codeOf(answer), [403, 'STRONG_SIGN_IN_REQUIRED'])
})

test('malformed names and responses get a clear error', async () => {
  const me = await signIn(api, partnerId)
  const { added } = await addPasskey(me)
  for (const name of ['', '   ', 'x'.repeat(61), 5, null])
    assert.equal((await me.call('PATCH', `${PASSKEYS}/${added.body.id}`, { name })).status, 400, String(name))
  for (const id of ['nothing', "cred_' or 1=1", 'cred_01jd0000000000000000000000'])
    assert.deepEqual(codeOf(await me.call('PATCH', `${PASSKEYS}/${encodeURIComponent(id)}`, { name: 'A' })), [
      404,
      'NOT_FOUND',
    ])
  assert.equal((await me.post(PASSKEYS, { response: { id: 'x' } })).status, 400)
})

test('only people with a passkey are asked to confirm with it', async () => {
  const me = await signIn(api, partnerId, { strong: false })
  assert.deepEqual(codeOf(await me.post('/session/confirm/passkey')), [404, 'NOT_FOUND'])
  const strong = await signIn(api, partnerId)
  const { device } = await addPasskey(strong)
  const { status, body } = await strong.post('/session/confirm/passkey')
  assert.equal(status, 200)
  assert.deepEqual(
    body.allowCredentials.map(({ id }: { id: string }) => id),
    [device.id],
  )
  assert.equal(body.userVerification, 'required')
})

test('linking a Microsoft account leads to the sign-in service, if one is configured', async () => {
  const me = await signIn(api, partnerId)
  const { body } = await me.post(MICROSOFT)
  assert.match(body.url, /\/organizations\/oauth2\/v2\.0\/authorize\?.*prompt=select_account/)
  assert.deepEqual((await me.get(MICROSOFT)).body, { isOffered: true, accounts: [] })
  const offers = api.app.offersMicrosoft
  api.app.offersMicrosoft = async () => false
  try {
    assert.deepEqual(codeOf(await me.post(MICROSOFT)), [404, 'NOT_FOUND'])
    assert.equal((await me.get(MICROSOFT)).body.isOffered, false)
  } finally {
    api.app.offersMicrosoft = offers
  }
})
