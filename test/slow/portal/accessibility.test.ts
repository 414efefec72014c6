import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { type Portal, signIn } from '../../portal/sessions.ts'
import { assertGood, goTo, openAs } from '../../portal/window.ts'

const skip = withoutBrowser
const OF_BOTH = [
  '/',
  '/events',
  '/events?tab=types',
  '/keys',
  '/webhooks',
  '/deliveries',
  '/team',
  '/sign-on',
  '/usage',
  '/audit',
  '/settings',
  '/security',
]
const OF_PARTNERS = [
  '/fixes',
  '/runs',
  '/questionnaires',
  '/exceptions',
  '/customers',
  '/schedules',
  '/brand',
  '/plan',
  // What every account sees at the address of a screen that it does not have.
  '/settlement',
]
const OF_DISTRIBUTORS = ['/partners', '/partners/import', '/settlement']

const { api, surfer } = await openScreens()
let full: Portal
let empty: Portal
let distributor: Portal

before(async () => {
  if (skip) return
  const acme = await api.as('acme')
  const { body } = await acme.post('/v1/partner/customers', {
    name: 'Bellbird Engineering',
    tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02',
  })
  await acme.post('/v1/partner/assessments', { customerId: body.id, product: 'essential-eight' })
  full = await signIn(api, (await api.partner('acme')).partnerId)
  empty = await signIn(api, (await api.partner('fresh')).partnerId)
  distributor = await signIn(api, (await api.distributor('meridian')).id)
})

test('every screen is accessible and fits windows from 320 to 1920 pixels, with and without content', {
  skip,
}, async () => {
  const walks = [
    { who: 'full', session: full, screens: [...OF_BOTH, ...OF_PARTNERS] },
    { who: 'empty', session: empty, screens: [...OF_BOTH, ...OF_PARTNERS] },
    { who: 'distributor', session: distributor, screens: [...OF_BOTH, ...OF_DISTRIBUTORS] },
  ]
  for (const { who, session, screens } of walks) {
    const { page, context, complaints } = await openAs(api, surfer, session)
    for (const path of screens) {
      await goTo(page, path)
      await assertGood(page, `${who} ${path}`)
    }
    await assertShellAccessible(page, who)
    assert.deepEqual(complaints, [], who)
    await context.close()
  }
})

/** What opens above every screen. */
async function assertShellAccessible(page: Page, who: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await assertAccessible(page, `${who}, the palette`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await assertAccessible(page, `${who}, the shortcuts`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByRole('menu').waitFor()
  await assertAccessible(page, `${who}, the menu`)
}
