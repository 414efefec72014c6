import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, createSession } from '../../src/features/people/sessions/service.ts'
import { startMicrosoftLink } from '../../src/features/people/single-sign-on/service.ts'
import { type Api, startApi } from '../harness/api.ts'
import { type Surfer, startBrowser, type Visit, withoutBrowser } from '../harness/browser.ts'
import { makePerson } from './fixture.ts'

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

async function check(page: Page, step: string): Promise<void> {
  await page.evaluate(axe.source)
  const found: axe.AxeResults = JSON.parse(await page.evaluate('axe.run().then((found) => JSON.stringify(found))'))
  assert.ok(found.passes.length > 0, `${step}: nothing was checked`)
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    [],
    step,
  )
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a person links a Microsoft account, and signs in with it afterwards (${colorScheme})`, { skip }, async () => {
    const { partnerId } = await api.partner('northwind')
    const person = await makePerson(api, partnerId, { email: `${colorScheme}@northwind.example`, role: 'technician' })
    const visit = await browser.open({ colorScheme, baseURL: OWN })
    const { page, context } = visit
    const token = await api.db.transaction().execute((tx) =>
      createSession(tx, {
        personId: person.id,
        at: api.app.now(),
        isStrong: true,
        address: undefined,
        agent: undefined,
      }),
    )
    await context.addCookies([
      { name: SESSION_COOKIE, value: token, url: OWN, secure: true, httpOnly: true, sameSite: 'Lax' },
    ])
    await page.goto(await startMicrosoftLink(api.app, await authenticateSession(api.app, token)))
    await choose(page, 'Northwind Managed IT', colorScheme === 'light' ? 'Sam Sample' : 'Alex Rivers')
    await page.waitForURL(`${OWN}/security`)
    await context.clearCookies()

    await page.goto('/sign-in?next=%2Fsuspended')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await check(page, 'the sign-in page')
    await page.getByLabel('Password').focus()
    // By keyboard: the button of the form, then Microsoft, then the passkey.
    for (const name of ['Sign in', 'Sign in with Microsoft', 'Sign in with a passkey']) {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), name)
    }
    await page.keyboard.press('Enter')
    await page.getByText('No passkey was used').waitFor()
    await check(page, 'the sign-in page after a passkey that was not used')
    await page.getByRole('link', { name: 'Sign in with Microsoft' }).press('Enter')
    await choose(page, 'Northwind Managed IT', colorScheme === 'light' ? 'Sam Sample' : 'Alex Rivers')
    await page.waitForURL(`${OWN}/suspended`)
    assert.equal(await whoIsIn(visit), person.id)
    assert.deepEqual(violations(visit), [])
    await context.close()
  })

  test(`a stranger and a person who cancels are told what to do (${colorScheme})`, { skip }, async () => {
    const visit = await browser.open({ colorScheme, baseURL: OWN })
    const { page, context } = visit
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Sign in with Microsoft' }).click()
    await choose(page, 'Meridian Distribution', 'Kim Harbour')
    await page.getByRole('heading', { name: 'This Microsoft account is not linked to anybody here' }).waitFor()
    await check(page, 'the page for an account that is not linked')
    await page.getByRole('link', { name: 'Back to the sign-in page' }).click()
    await page.getByRole('link', { name: 'Sign in with Microsoft' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'You did not sign in' }).waitFor()
    await check(page, 'the page after canceling')
    assert.equal(await whoIsIn(visit), undefined)
    assert.deepEqual(violations(visit), [])
    await context.close()
  })
}
