import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { makeActivePartner, makePartner } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import type { Client } from '../../harness/client.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, pressOn, waitForScreen } from '../../portal/window.ts'

const skip = withoutBrowser

let now = new Date(Date.now() - 9 * DAY_MS)
const { api, openFor } = await openScreens({ now: () => now })
let distributor: Client & { id: string }

before(async () => {
  if (skip) return
  distributor = await api.distributor('meridian')
  await makePartner(distributor, { company: 'Late Cloud', email: 'admin@late.example' })
  await makeActivePartner(api, distributor, { company: 'Contour Cloud Services', plan: 'starter' })
  now = new Date()
})

test('a distributor finds what needs attention, invites, changes, suspends and activates a partner', {
  skip,
}, async () => {
  const { page, context, complaints } = await openFor(distributor.id)
  const rows = page.getByRole('table', { name: 'Partners' }).getByRole('row')
  await goTo(page, '/')
  await pressOn(page, 'Partners', 'Enter', 'link')
  await rows.nth(1).waitFor()
  await assertGood(page, 'the list')
  await page.getByRole('link', { name: '1 Link expired' }).click()
  await page.waitForURL(/state=overdue/)
  await page.getByText('1 partner of 2').waitFor()
  await pressOn(page, 'Send again to Late Cloud', 'Enter')
  await page.getByText('A new link is on its way to admin@late.example.').waitFor()
  await page.getByRole('button', { name: 'Remove the filter State: Link expired' }).click()
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await page.waitForURL(/sort=-runs/)

  await pressOn(page, 'Invite partner', 'Enter')
  await page.getByLabel('Company').fill('Heron IT')
  await page.getByLabel('Administrator', { exact: true }).fill('Hal Heron')
  await page.getByLabel('Email address of the administrator').fill('hal@heron.example')
  await page.getByLabel('Plan', { exact: true }).last().selectOption('starter')
  await page.getByText('List price: EUR 267.00 a quarter').waitFor()
  await assertGood(page, 'a new partner')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('Heron IT is invited: hal@heron.example gets a link.').waitFor()
  await page.getByLabel('Search', { exact: true }).fill('contour')
  await page.getByText('1 partner of 3').waitFor()

  await page.getByRole('link', { name: 'Contour Cloud Services' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contour Cloud Services' }).waitFor()
  await waitForScreen(page)
  await assertGood(page, 'a partner')
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Contour Cloud Services' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Change plan')
  await page.getByRole('dialog').getByLabel('Plan').selectOption('professional')
  await page.getByText('Professional: 250 runs a month.').waitFor()
  await page.getByText(/you are charged AUD 5,290\.00 a year at list price, in place of AUD 1,490\.00 a year/).waitFor()
  await assertGood(page, 'a plan change')
  await page.getByRole('button', { name: 'Change plan now' }).click()
  await page.getByText('Contour Cloud Services is on the professional plan now.').waitFor()

  await choose('Suspend')
  await page.getByText('1 API key stops working at once and permanently.').waitFor()
  await page.getByRole('button', { name: 'Suspend partner' }).click({ force: true })
  assert.equal(await page.getByRole('dialog').count(), 1, 'the name was not typed')
  await page.getByLabel(/Type “Contour Cloud Services”/).fill('Contour Cloud Services')
  await assertGood(page, 'a suspension')
  await page.getByRole('button', { name: 'Suspend partner' }).click()
  await page.getByText('The suspension revoked its keys.').waitFor()
  await page
    .getByRole('table', { name: 'Changes' })
    .getByText(/suspended/)
    .waitFor()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Keys from before the suspension stay invalid').waitFor()
  await page.getByRole('button', { name: 'Activate partner' }).click()
  await page.getByText('Contour Cloud Services is active.').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('many partners can be invited from a file, and invalid lines are corrected in place', { skip }, async () => {
  const { page, context, complaints } = await openFor(distributor.id)
  await goTo(page, '/partners/import')
  await assertGood(page, 'the choice of a file')
  await page.getByLabel('Or paste its lines').fill('company,email')
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByText('Missing: name, plan, currency.').waitFor()
  const good = Array.from({ length: 55 }, (_, n) => `Partner ${n},Ann,ann@p${n}.example,starter,EUR,`)
  const file = [
    'company;name;email;plan;currency;interval',
    ...good.map((line) => line.replaceAll(',', ';')),
    'Gold;Gus;gus@gold.example;gold;EUR;annual',
    'Late Cloud;Ada;ada@late.example;starter;EUR;annual',
  ].join('\r\n')
  await page.getByLabel('CSV file').setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Create 56 partners' }).waitFor()
  await page.getByText('1 line cannot be created.').waitFor()
  await page.getByText('1 line may be a partner already.').waitFor()
  await assertGood(page, 'the check')
  await page.getByRole('button', { name: 'Remove line 58' }).click()
  await page.getByRole('button', { name: 'Create 55 partners' }).click()
  await page.getByText('55 partners invited.').waitFor()
  await page.getByRole('button', { name: 'Change line 57' }).click()
  await page.getByRole('dialog').getByLabel('Plan').fill('enterprise')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Create 1 partner' }).click()
  await page.getByText('56 partners invited.').waitFor()
  await page.getByRole('link', { name: 'Show the invited partners' }).click()
  await page.getByText(/partners of \d+/).waitFor()
  const { body } = await distributor.get('/v1/distributor/partners?status=pending')
  const gold = body.partners.filter(({ company }: { company: string }) => company === 'Gold')
  assert.deepEqual(
    gold.map(({ plan }: { plan: string }) => plan),
    ['enterprise'],
  )
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a distributor can view the portal of its partner, who sees the visit while it lasts', { skip }, async () => {
  const { id } = await makeActivePartner(api, distributor, { company: 'Visited', email: 'admin@visited.example' })
  const host = await openFor(id)
  await goTo(host.page, '/')
  const { page, context, complaints } = await openFor(distributor.id)
  await goTo(page, `/partners/${id}`)
  await page.getByRole('button', { name: 'Actions for Visited' }).click()
  await page.getByRole('menuitem', { name: 'View its portal' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 4711: no reports')
  await assertGood(page, 'a visit is started')
  await page.getByRole('button', { name: 'View its portal' }).click()
  await page.getByText('You are looking at Visited').waitFor()
  await page.getByText(/\d+ minutes left\./).waitFor()
  await waitForScreen(page)
  await assertGood(page, 'a visit')
  for (const closed of ['API keys', 'Webhooks', 'Delivery log', 'Team', 'My security'])
    assert.equal(await page.getByRole('link', { name: closed, exact: true }).count(), 0, closed)
  await host.page.getByText('Your distributor is in your portal').waitFor()
  await host.page.getByText('Ticket 4711: no reports').waitFor()
  await assertGood(host.page, 'the partner is visited')
  await pressOn(page, 'Schedules', 'Enter', 'link')
  await page.getByText('You are looking at Visited').waitFor()
  await pressOn(page, 'End visit', 'Enter')
  await page.waitForURL(new RegExp(`/partners/${id}$`))
  await page.getByRole('heading', { level: 1, name: 'Visited' }).waitFor()
  await host.page.getByText('Your distributor was in your portal').waitFor()
  assert.deepEqual([...complaints, ...host.complaints], [])
  await context.close()
  await host.context.close()
})

test('partners do not have these screens, and a distributor’s technicians see what they may not do', {
  skip,
}, async () => {
  const { id } = await makeActivePartner(api, distributor, { email: 'x@y.example' })
  const partner = await openFor(id)
  for (const path of ['/partners', '/partners/import', `/partners/${id}`]) {
    await goTo(partner.page, path)
    await partner.page.getByText('There is nothing here').waitFor()
  }
  assert.deepEqual(partner.complaints, [])
  await partner.context.close()
  const technician = await openFor(distributor.id, { role: 'technician' })
  await goTo(technician.page, `/partners/${id}`)
  await technician.page.getByText('Only owners and administrators can see a partner’s people.').waitFor()
  await goTo(technician.page, '/partners/import')
  await technician.page.getByText('Only owners and administrators invite partners.').waitFor()
  assert.deepEqual(technician.complaints, [], 'nothing was asked for that is refused')
  await technician.context.close()
})

/** Where the text of the head of the column of customers ends, and that of its first number. It runs in the browser. */
const NUMBER_ENDS = `['thead th.end:last-child button', 'tbody tr td.end:last-child > div'].map((selector) => {
  const table = [...document.querySelectorAll('table')].find(({ caption }) => caption.textContent.startsWith('Usage of'))
  const range = document.createRange()
  range.selectNode(table.querySelector(selector).firstChild)
  return Math.round(range.getBoundingClientRect().right)
})`

test('a distributor compares its partners’ usage with their plans, month by month', { skip }, async () => {
  const { page, context, complaints } = await openFor(distributor.id, { role: 'admin' })
  await goTo(page, '/usage')
  const table = page.getByRole('table', { name: /^Usage of partners/ })
  await table.getByRole('row', { name: /^Contour Cloud Services/ }).waitFor()
  await page.getByText('The statement follows when', { exact: false }).waitFor()
  await assertGood(page, 'the usage of partners')
  // The name of a column of numbers ends where the numbers end.
  const ends: number[] = await page.evaluate(NUMBER_ENDS)
  assert.equal(ends.length, 2)
  assert.ok(Math.abs((ends[0] ?? 0) - (ends[1] ?? 99)) <= 1, `${ends}`)
  await page.getByLabel('Search', { exact: true }).fill('contour')
  await page.waitForURL(/q=contour/)
  const href = (await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')) ?? ''
  assert.match(href, /usage\/partners\/file\?month=\d{4}-\d\d&q=contour$/)
  assert.deepEqual(complaints, [])
  await context.close()
})
