import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeActivePartner } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { goTo, waitForScreen } from '../../portal/window.ts'
import { makeStatement } from '../../security/owners.ts'

const skip = withoutBrowser
const SCREENS = [
  '/',
  '/fixes',
  '/runs',
  '/questionnaires',
  '/exceptions',
  '/customers',
  '/schedules',
  '/events',
  '/events?tab=types',
  '/keys',
  '/webhooks',
  '/deliveries',
  '/team',
  '/sign-on',
  '/usage',
  '/plan',
  '/brand',
  '/audit',
  '/settings',
  '/security',
]

/** Screens that only distributors have. */
const OF_DISTRIBUTORS = [
  '/partners',
  '/partners/:partner',
  '/partners/import',
  '/usage',
  '/settlement',
  '/settlement/:id',
]

/** These lead away from the portal, or end the session that the test needs. */
const NOT_CLICKED = /^(Sign out|Documentation|API reference|Open|Export as CSV|Skip to content)$/

const { api, openFor } = await openScreens()
let distributorId: string
let statementId: string
let partnerId: string

before(async () => {
  if (skip) return
  const acme = await api.as('acme')
  const tenantId = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'
  const { body } = await acme.post('/v1/partner/customers', { name: 'Bellbird Engineering', tenantId })
  await acme.post('/v1/partner/assessments', { customerId: body.id, product: 'essential-eight' })
  const distributor = await api.distributor('meridian')
  partnerId = (await makeActivePartner(api, distributor)).id
  distributorId = distributor.id
  statementId = await makeStatement(api, distributorId)
})

/** Everything in the screen that can be clicked; of a list, what its first and its last row have. */
const controlsOf = (page: Page) => page.locator('main').locator(CONTROLS)

const BETWEEN = ':is(tbody > tr, .disclosure):not(:first-of-type):not(:last-of-type)'
const CONTROLS = ['button', 'a[href]', 'summary', '[role="tab"]'].map((each) => `${each}:not(${BETWEEN} *)`).join(', ')

const WALKS = [
  ...SCREENS.map((screen) => ({ screen, isDistributor: false })),
  ...OF_DISTRIBUTORS.map((screen) => ({ screen, isDistributor: true })),
]

/** Loads the portal, and marks its window: a click that leaves the portal removes the mark. */
async function load(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.evaluate('window.isMarked = true')
}

const NOWHERE = '/nowhere'

/** Shows the screen as new by way of one that reads nothing, which takes a third of the time of loading the portal again. */
async function reopen(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  const isInside = await page.evaluate(`window.isMarked === true && !document.querySelector('dialog[open]')`)
  if (!isInside) return await load(page, path)
  await follow(page, NOWHERE)
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await follow(page, path)
  await waitForScreen(page)
}

const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)

for (const { screen, isDistributor } of WALKS) {
  const whose = isDistributor ? ' of a distributor' : ''
  test(`everything on ${screen}${whose} can be clicked, and nothing breaks`, { skip }, async () => {
    // Not strong: what changes access asks first, so that nothing is changed here.
    const account = isDistributor ? distributorId : (await api.partner('acme')).partnerId
    const path = screen.replace(':id', statementId).replace(':partner', partnerId)
    const { page, context, complaints } = await openFor(account, { strong: false })
    await load(page, path)
    const count = await controlsOf(page).count()
    let clicked = 0
    for (let at = 0; at < count; at += 1) {
      const control = controlsOf(page).nth(at)
      const name = ((await control.textContent()) || (await control.getAttribute('aria-label')) || '').trim()
      if (NOT_CLICKED.test(name) || !(await control.isVisible())) continue
      // A button that says why it cannot be used now counts as disabled, and must do nothing.
      await control.click({ force: true })
      clicked += 1
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      assert.equal(await page.getByText('This screen failed').count(), 0, `${path}: after a click on “${name}”`)
      await reopen(page, path)
    }
    assert.ok(clicked > 0, `${path} has nothing to click`)
    // The browser itself reports what the service refused, such as a change that has to be confirmed first.
    assert.deepEqual(
      complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    )
    await context.close()
  })
}
