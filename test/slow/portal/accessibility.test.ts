import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible } from '../../harness/accessibility.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { type Portal, signIn } from '../../portal/sessions.ts'
import { assertFitsAll, goTo, openAs } from '../../portal/window.ts'

const skip = withoutBrowser
const SCREENS = [
  '/',
  '/fixes',
  '/runs',
  '/questionnaires',
  '/exceptions',
  '/partners',
  '/partners/import',
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
  '/brand',
  '/audit',
  '/plan',
  '/settlement',
  '/settings',
  '/security',
]

let api: Api
let surfer: Surfer
let full: Portal
let empty: Portal
let distributor: Portal

before(async () => {
  if (skip) return
  api = await startApi({ portal: true })
  surfer = await startBrowser(api)
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
after(async () => {
  await surfer?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

test('no screen has a barrier, with and without content', { skip }, async () => {
  for (const [who, session] of Object.entries({ full, empty, distributor })) {
    const { page, context, complaints } = await openAs(api, surfer, session)
    for (const path of SCREENS) {
      await goTo(page, path)
      await assertAccessible(page, `${who} ${path}`)
    }
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
    assert.deepEqual(complaints, [], who)
    await context.close()
  }
})

test('screens fit from 320 to 1920 pixels', { skip }, async () => {
  for (const [who, session] of Object.entries({ full, empty, distributor })) {
    const { page, context } = await openAs(api, surfer, session)
    for (const path of SCREENS) {
      await goTo(page, path)
      await assertFitsAll(page, `${who} ${path}`)
    }
    await context.close()
  }
})
