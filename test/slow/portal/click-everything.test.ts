import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Api, startApi } from '../../harness/api.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { signIn } from '../../portal/sessions.ts'
import { goTo, openAs } from '../../portal/window.ts'

const skip = withoutBrowser
const SCREENS = ['/', '/events', '/events?tab=types', '/keys', '/webhooks', '/deliveries', '/team', '/security']

/** These lead away from the portal, or end the session that the test needs. */
const NOT_CLICKED = /^(Sign out|API reference|Open|Skip to content)$/

let api: Api
let surfer: Surfer

before(async () => {
  if (skip) return
  api = await startApi({ portal: true })
  surfer = await startBrowser(api)
  const acme = await api.as('acme')
  const tenantId = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'
  const { body } = await acme.post('/v1/partner/customers', { name: 'Bellbird Engineering', tenantId })
  await acme.post('/v1/partner/assessments', { customerId: body.id, product: 'essential-eight' })
})
after(async () => {
  await surfer?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

/** Everything in the screen that can be clicked. */
const controlsOf = (page: Page) => page.locator('main').locator('button, a[href], summary, [role="tab"]')

for (const path of SCREENS) {
  test(`everything on ${path} can be clicked, and nothing breaks`, { skip }, async () => {
    // Not strong: what changes access asks first, so that nothing is changed here.
    const session = await signIn(api, (await api.partner('acme')).partnerId, { strong: false })
    const { page, context, complaints } = await openAs(api, surfer, session)
    await goTo(page, path)
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
      await goTo(page, path)
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
