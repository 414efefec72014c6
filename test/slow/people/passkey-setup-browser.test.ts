import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SESSION_COOKIE } from '../../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../../src/features/people/sessions/service.ts'
import type { PersonSession, Role } from '../../../src/shared/actor.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openPages } from '../../harness/pages.ts'
import { type Device, openDevice } from '../../people/device.ts'
import { makePerson, PASSWORD, type TestPerson } from '../../people/fixture.ts'

const skip = withoutBrowser

const { api, surfer } = await openPages({ ownPages: true, requiresFactor: true })

let count = 0

async function newPerson(role: Role): Promise<TestPerson> {
  const { partnerId } = await api.partner('northwind')
  return await makePerson(api, partnerId, { email: `setup${count++}@northwind.example`, role })
}

/** Types address and password, as somebody does who wants to go to the page that welcomes them. */
async function typePassword(page: Page, { email }: TestPerson): Promise<void> {
  await page.goto('/sign-in?next=%2Fwelcome')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The session of the window; undefined if nobody is signed in there. */
async function sessionIn({ visit }: Device): Promise<PersonSession | undefined> {
  const cookie = (await visit.context.cookies()).find(({ name }) => name === SESSION_COOKIE)
  return cookie && (await authenticateSession(api.app, cookie.value))
}

const kindsOf = async ({ id }: TestPerson): Promise<string[]> => {
  const credentials = api.db.selectFrom('credentials').select('kind').distinct().where('active', '=', true)
  const rows = await credentials.where('person_id', '=', id).execute()
  return rows.map(({ kind }) => kind).sort()
}

test('an owner sets up a passkey, and is asked for it after the password', { skip }, async () => {
  await using device = await openDevice(surfer)
  const { page, visit } = device
  const person = await newPerson('owner')
  await typePassword(page, person)
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.waitFor()
  await assertAccessible(page, 'the page that sets up a factor')
  await add.press('Enter')
  await page.getByRole('heading', { name: 'Your sign-in is protected' }).waitFor()
  await assertAccessible(page, 'the page that offers recovery codes')
  await page.getByRole('button', { name: 'Show my recovery codes' }).press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.getByRole('link', { name: 'I have stored them' }).press('Enter')
  await page.getByRole('heading', { name: 'Welcome to northwind' }).waitFor()
  assert.deepEqual(await kindsOf(person), ['passkey', 'password', 'recovery'])

  await visit.context.clearCookies()
  await typePassword(page, person)
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  assert.equal(await sessionIn(device), undefined, 'the password alone signs nobody in')
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await use.waitFor()
  await assertAccessible(page, 'the page that asks for the passkey')
  await use.press('Enter')
  await page.getByRole('heading', { name: 'Welcome to northwind' }).waitFor()
  const session = await sessionIn(device)
  assert.equal(session?.personId, person.id)
  assert.ok(session.strongUntil && session.strongUntil > api.app.now())
  const cookies = await visit.context.cookies()
  assert.ok(!cookies.some(({ name }) => name === '__Host-portal-step'), 'nothing is left of the first step')
  assert.deepEqual(visit.complaints, [])
})

test('a device without user verification cannot add a passkey, and the set-up does not continue', {
  skip,
}, async () => {
  await using device = await openDevice(surfer)
  const { page, devtools, authenticatorId } = device
  const person = await newPerson('admin')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await typePassword(page, person)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('status').filter({ hasText: 'No passkey was added' }).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Add a passkey' }).isEnabled(), 'it can be tried again')
  assert.deepEqual(await kindsOf(person), ['password'])
  await page.goto('/welcome')
  await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor()
})

test('without scripts the pages work with an authenticator app', { skip }, async () => {
  const { page, context } = await surfer.open({ javaScriptEnabled: false })
  await typePassword(page, await newPerson('owner'))
  await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
  assert.ok(await page.getByRole('button', { name: 'Add the app' }).isVisible())
  await context.close()
})
