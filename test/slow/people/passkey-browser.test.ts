import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  createPasskey,
  deletePasskey,
  startPasskeyRegistration,
} from '../../../src/features/people/passkeys/service.ts'
import { SESSION_COOKIE } from '../../../src/features/people/sessions/rules.ts'
import { authenticateSession, createSession } from '../../../src/features/people/sessions/service.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import type { Json } from '../../harness/client.ts'
import { openPages } from '../../harness/pages.ts'
import { type Device, openDevice as openDeviceIn } from '../../people/device.ts'
import { makePerson, type TestPerson } from '../../people/fixture.ts'

const { api, surfer } = await openPages({ ownPages: true })

const openDevice = () => openDeviceIn(surfer)

let count = 0

/** Somebody of an account of their own, with a passkey on the device. */
async function addPasskey({ page }: Device) {
  const { partnerId } = await api.partner('northwind')
  const person = await makePerson(api, partnerId, { email: `browser${count++}@northwind.example` })
  const session = await sessionOf(person)
  const options = await startPasskeyRegistration(api.app, session)
  await page.goto('/sign-in')
  const response: Json = await page.evaluate(`navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())`)
  const actor = { session, author: { kind: 'person', id: person.id } as const }
  const passkey = await createPasskey(api.app, actor, { response })
  return { person, actor, passkey }
}

async function sessionOf({ id: personId }: TestPerson) {
  const origin = { address: undefined, agent: undefined }
  const token = await api.db
    .transaction()
    .execute((tx) => createSession(tx, { personId, at: api.app.now(), isStrong: true, ...origin }))
  return await authenticateSession(api.app, token)
}

const press = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

/** Who is signed in in this window. */
async function whoIsIn({ visit }: Device): Promise<string | undefined> {
  const cookie = (await visit.context.cookies()).find(({ name }) => name === SESSION_COOKIE)
  return cookie && (await authenticateSession(api.app, cookie.value)).personId
}

const refusalOf = (page: Page) => page.getByRole('status').filter({ hasText: 'This passkey was not accepted' })

test('a person signs in with a passkey, without address and password', { skip: withoutBrowser }, async () => {
  await using device = await openDevice()
  const { page, visit } = device
  const { person } = await addPasskey(device)
  await page.goto('/sign-in?next=%2Fsuspended')
  await press(page)
  await page.waitForURL('**/suspended')
  assert.equal(await whoIsIn(device), person.id)
  assert.deepEqual(visit.complaints, [])
})

test('a removed passkey and a cloned device sign nobody in', { skip: withoutBrowser }, async () => {
  await using device = await openDevice()
  const { page, devtools, authenticatorId } = device
  const { actor, passkey } = await addPasskey(device)
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  await page.goto('/sign-in?next=%2Fsuspended')
  await press(page)
  await page.waitForURL('**/suspended')
  await device.visit.context.clearCookies()
  // The copy of the device from before counts on from there.
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  const [copy] = credentials
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: copy ?? assert.fail('there is a passkey'),
  })
  await page.goto('/sign-in')
  await press(page)
  await refusalOf(page).waitFor()
  assert.equal(await whoIsIn(device), undefined)
  await deletePasskey(api.app, actor, passkey.id)
  await press(page)
  await refusalOf(page).waitFor()
  assert.equal(await whoIsIn(device), undefined)
})

test('a device without user verification signs nobody in', { skip: withoutBrowser }, async () => {
  await using device = await openDevice()
  const { page, devtools, authenticatorId } = device
  await addPasskey(device)
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.goto('/sign-in')
  await press(page)
  await page.getByRole('status').filter({ hasText: 'No passkey was used' }).waitFor()
  assert.equal(await whoIsIn(device), undefined)
  assert.ok(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled(), 'it can be tried again')
})

test('a browser without passkeys, or without scripts, shows no button for them', { skip: withoutBrowser }, async () => {
  const bare = await surfer.open({ javaScriptEnabled: false })
  await bare.page.goto('/sign-in')
  const old = await surfer.open()
  await old.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await old.page.goto('/sign-in')
  for (const { page, context, complaints } of [bare, old]) {
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
    assert.ok(await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible())
    assert.deepEqual(complaints, [])
    await context.close()
  }
})
