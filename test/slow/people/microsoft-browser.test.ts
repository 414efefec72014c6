import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccount } from '../../../src/features/accounts/service.ts'
import { createInvitation, createPersonLink } from '../../../src/features/people/invitations/service.ts'
import { SESSION_COOKIE } from '../../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../../src/features/people/sessions/service.ts'
import { startMicrosoftLink } from '../../../src/features/people/single-sign-on/service.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { type Surfer, startBrowser, type Visit, withoutBrowser } from '../../harness/browser.ts'
import { makePerson, sessionOf } from '../../people/fixture.ts'

const skip = withoutBrowser
const OWN = 'https://app.example'

let api: Api
let browser: Surfer

before(async () => {
  if (skip) return
  api = await startApi({ simulator: true })
  // The pages have their public name, so that the sign-in service is another site to the browser, as it is in reality.
  browser = await startBrowser(api, { args: [`--host-resolver-rules=MAP app.example:443 localhost:${api.port}`] })
})

after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

/** Who is signed in in this window. */
async function whoIsIn({ context }: Visit): Promise<string | undefined> {
  const cookie = (await context.cookies(OWN)).find(({ name }) => name === SESSION_COOKIE)
  return cookie && (await authenticateSession(api.app, cookie.value)).personId
}

const choose = async (page: Page, company: string, name: string): Promise<void> => {
  await page
    .getByRole('listitem')
    .filter({ hasText: `${company}: ${name}` })
    .getByRole('link')
    .click()
}

/** What the browser says of our pages' policy. */
const violations = ({ complaints }: Visit): string[] =>
  complaints.filter((complaint) => complaint.includes('Content Security Policy'))

test('a person links a Microsoft account, and signs in with it afterwards', { skip }, async () => {
  const { partnerId } = await api.partner('northwind')
  const person = await makePerson(api, partnerId, { email: 'sam@northwind.example', role: 'technician' })
  const visit = await browser.open({ baseURL: OWN })
  const { page, context } = visit
  const token = await sessionOf(api, person, true)
  await context.addCookies([
    { name: SESSION_COOKIE, value: token, url: OWN, secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  await page.goto(await startMicrosoftLink(api.app, await authenticateSession(api.app, token)))
  await choose(page, 'Northwind Managed IT', 'Sam Sample')
  await page.waitForURL(`${OWN}/security`)
  await context.clearCookies()

  await page.goto('/sign-in?next=%2Fsuspended')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await assertAccessible(page, 'the sign-in page')
  await page.getByLabel('Password').focus()
  // By keyboard: the form, then the company's sign-in, Microsoft, and the passkey.
  for (const name of [
    'Sign in',
    'Forgot your password?',
    "Continue with your company's sign-in",
    'Sign in with Microsoft',
    'Sign in with a passkey',
  ]) {
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), name)
  }
  await page.keyboard.press('Enter')
  await page.getByText('No passkey was used').waitFor()
  await assertAccessible(page, 'the sign-in page after a passkey that was not used')
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).press('Enter')
  await choose(page, 'Northwind Managed IT', 'Sam Sample')
  await page.waitForURL(`${OWN}/suspended`)
  assert.equal(await whoIsIn(visit), person.id)
  assert.deepEqual(violations(visit), [])
  await context.close()
})

test('an unknown person and one who cancels are told what to do', { skip }, async () => {
  const visit = await browser.open({ colorScheme: 'dark', baseURL: OWN })
  const { page, context } = visit
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).click()
  await choose(page, 'Meridian Distribution', 'Kim Harbour')
  await page.getByRole('heading', { name: 'This Microsoft account is not linked to anybody here' }).waitFor()
  await assertAccessible(page, 'the page for an account that is not linked')
  await page.getByRole('link', { name: 'Back to the sign-in page' }).click()
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'You did not sign in' }).waitFor()
  await assertAccessible(page, 'the page after canceling')
  assert.equal(await whoIsIn(visit), undefined)
  assert.deepEqual(violations(visit), [])
  await context.close()
})

test('an invited person joins with Microsoft by keyboard, without a password', { skip }, async () => {
  const { partnerId } = await api.partner('northwind')
  const by = { author: AUTHOR, account: await findAccount(api.app, partnerId), role: 'owner' } as const
  const invited = { email: 'kim@invited.example', name: 'Kim Harbour', role: 'technician' } as const
  const { id } = await createInvitation(api.app, by, invited)
  const link = await api.db.transaction().execute((tx) => createPersonLink(api.app, tx, id))
  const visit = await browser.open({ colorScheme: 'light', baseURL: OWN })
  const { page, context } = visit
  await page.goto(link?.url ?? '')
  await assertAccessible(page, 'the invitation')
  await page.getByRole('link', { name: 'Join with Microsoft' }).press('Enter')
  await choose(page, 'Meridian Distribution', 'Kim Harbour')
  await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor()
  await page.getByRole('link', { name: 'Not now' }).press('Enter')
  await page.getByRole('heading', { name: 'Welcome to northwind' }).waitFor()
  const personId = (await whoIsIn(visit)) ?? assert.fail('somebody is signed in')
  const kinds = await api.db.selectFrom('credentials').select('kind').where('person_id', '=', personId).execute()
  assert.deepEqual(
    kinds.filter(({ kind }) => kind !== 'totp'),
    [{ kind: 'microsoft' }],
  )
  assert.deepEqual(violations(visit), [])
  await context.close()
})
