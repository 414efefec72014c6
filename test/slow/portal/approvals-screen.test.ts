import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantByOperator } from '../../../src/features/approvals/service.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import type { Json } from '../../harness/client.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, openFor } = await openScreens()

const tenant = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A partner with three customers, of which one has approved. */
async function enter(name: string, options = {}) {
  const { partnerId } = await api.partner(name)
  const client = await api.as(name)
  await client.post('/v1/partner/customers/bulk', {
    customers: [
      { name: 'Bellbird Engineering', tenantId: tenant(1), email: 'it@bellbird.example' },
      { name: '=Harbour Dental', tenantId: tenant(2) },
      { name: 'Pelican Point', tenantId: tenant(3), email: 'it@pelican.example' },
    ],
  })
  await grantByOperator(api.app, AUTHOR, partnerId, tenant(3))
  const visit = await openFor(partnerId, { role: 'technician' }, options)
  return { client, partnerId, ...visit }
}

test('customers without an approval can be selected, and asked with links to copy or by email', { skip }, async () => {
  const { page, context, complaints } = await enter('asks')
  await goTo(page, '/customers/approvals')
  assert.equal(await page.getByText('Pelican Point').count(), 0, 'has approved')
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByText('2 customers selected').waitFor()
  await page.getByRole('button', { name: 'Create links to copy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create 2 links' }).click()
  const links = dialog.getByRole('list', { name: 'Links' }).getByRole('listitem')
  await links.first().waitFor()
  assert.equal(await links.count(), 2)
  const href = (await dialog.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? ''
  const csv = decodeURIComponent(href)
  assert.match(csv, /"'=Harbour Dental"/, 'no formula')
  assert.match(csv, /"Bellbird Engineering","it@bellbird.example","https:\/\/app\.example\/approve\//)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Bellbird/ })
  await row.getByText('Nobody has opened it.').waitFor()

  await row.getByRole('checkbox').check()
  await page
    .getByRole('row', { name: /Harbour/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Send links by email' }).click()
  await dialog.getByText('1 customer without an email address').waitFor()
  await dialog.getByRole('button', { name: 'Send 1 email' }).click()
  await page.getByText('1 email on the way.').waitFor()

  await page.getByRole('button', { name: 'Renew link for Bellbird Engineering' }).click()
  await dialog.getByText('One customer has an active link.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'Approved', exact: true }).click()
  await page
    .getByRole('row', { name: /Pelican Point/ })
    .getByText('By the operator of this service.')
    .waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('all that match can be asked, on every page', { skip }, async () => {
  const { page, context, client, complaints } = await enter('every-page')
  const customers = Array.from({ length: 101 }, (_, n) => ({
    name: `Customer ${n}`,
    tenantId: tenant(100 + n),
    ...(n < 40 && { email: `it@c${n}.example` }),
  }))
  for (const rows of [customers.slice(0, 60), customers.slice(60)])
    assert.equal((await client.post('/v1/partner/customers/bulk', { customers: rows })).status, 201)
  await goTo(page, '/customers/approvals?q=customer')
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByText('100 customers selected').waitFor()
  await page.getByRole('button', { name: 'Select all that match, on every page' }).click()
  await page.getByText('All that match are selected, on every page').waitFor()
  await page.getByRole('button', { name: 'Send links by email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('61 customers without an email address').waitFor()
  await dialog.getByRole('button', { name: 'Send 40 emails' }).click()
  await page.getByText('40 emails on the way.').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the approvals screen is accessible and fits every width', { skip }, async () => {
  const { page, context, client, complaints } = await enter('approvals')
  const { customers } = (await client.get('/v1/partner/customers')).body
  const bellbird = customers.find(({ name }: Json) => name === 'Bellbird Engineering')
  await client.post(`/v1/partner/customers/${bellbird.id}/consent-link`)
  await goTo(page, '/customers/approvals')
  const current = page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current="page"]')
  assert.deepEqual(await current.allTextContents(), ['Approvals'])
  await assertGood(page, 'the list')
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Create links to copy' }).click()
  await page.getByRole('button', { name: 'Create 2 links' }).click()
  await page.getByRole('list', { name: 'Links' }).waitFor()
  await assertGood(page, 'new links')
  await page.getByRole('button', { name: 'Done' }).click()
  await goTo(page, '/customers/approvals?q=nobody')
  await page.getByText('No customer matches').waitFor()
  await assertGood(page, 'no match')
  assert.deepEqual(complaints, [])
  await context.close()
})
