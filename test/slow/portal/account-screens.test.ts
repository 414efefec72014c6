import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { signIn } from '../../portal/sessions.ts'
import { assertGood, goTo, openAs, pressOn, unexpected } from '../../portal/window.ts'
import { png } from '../../reports/pictures.ts'

const skip = withoutBrowser
const { api, surfer, openFor } = await openScreens({ ownPages: true })
let folder: string

before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'plumbline-look-'))
})
after(async () => {
  if (folder) await rm(folder, { recursive: true })
})

/** A partner with two customers and a few runs. */
async function makeActive(name: string) {
  const { partnerId } = await api.partner(name)
  const client = await api.as(name)
  for (const [customer, runs] of [
    ['Bellbird Engineering', 3],
    ['Quokka Logistics', 1],
  ] as const) {
    const tenantId = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'
    const { body } = await client.post('/v1/partner/customers', { name: customer, tenantId })
    for (let n = 0; n < runs; n++)
      await client.post('/v1/partner/assessments', { customerId: body.id, product: 'essential-eight' })
  }
  return { partnerId }
}

test('usage and audit show what was done, and the address contains the filters', {
  skip,
}, async () => {
  const { partnerId } = await makeActive('busy')
  const { page, context, complaints } = await openFor(partnerId)
  await goTo(page, '/usage')
  const customers = page.getByRole('table', { name: 'Runs by customer' })
  await customers
    .getByRole('row', { name: /Bellbird Engineering/ })
    .getByText('75%')
    .first()
    .waitFor()
  await assertGood(page, 'usage')

  await goTo(page, '/audit')
  const changes = page.getByRole('table', { name: 'Changes' })
  await changes.getByText('created the customer Quokka Logistics').waitFor()
  await assertGood(page, 'the audit trail')
  await page.getByLabel('Action', { exact: true }).selectOption('customer.created')
  await changes.getByText('ordered a run of').first().waitFor({ state: 'detached' })
  assert.match(page.url(), /action=customer\.created/)
  await pressOn(page, /created the customer Bellbird Engineering/, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Customer created' })
  await dialog.getByText('Bellbird Engineering', { exact: true }).waitFor()
  await assertGood(page, 'one change')
  await dialog.getByRole('button', { name: 'All changes of this object' }).click()
  await page.getByRole('button', { name: 'Remove the filter Action: Customer created' }).click()
  await changes.getByText('ordered a run of Bellbird Engineering').first().waitFor()
  assert.match(page.url(), /object=cust_/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'audit.csv')
  await page.getByLabel('Object', { exact: true }).fill('cust_nobody')
  await page.getByRole('heading', { name: 'No such changes' }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the branding of reports is previewed before it is saved, and a rejected logo says why', {
  skip,
}, async () => {
  const { partnerId } = await api.partner('look')
  const owner = await signIn(api, partnerId)
  const { page, context, complaints } = await openAs(api, surfer, owner)
  await goTo(page, '/brand')
  const report = page.frameLocator('iframe[title="Preview of a report"]')
  await report.getByRole('heading', { name: 'Sample customer' }).waitFor()
  await assertGood(page, 'the look before a choice')

  await page.getByLabel('Name on reports').fill('Contour Security')
  await page.getByLabel('Colour', { exact: false }).first().fill('#aa3377')
  await report.getByText('Contour Security').first().waitFor()
  const files = { good: join(folder, 'logo.png'), bad: join(folder, 'large.png') }
  await writeFile(files.good, png(320, 90))
  await writeFile(files.bad, png(2001, 10))
  await page.getByLabel('Logo').setInputFiles(files.bad)
  await page
    .getByText('The logo must measure 1 to 2000 pixels in each direction; this image has 2001 × 10.', {
      exact: false,
    })
    .waitFor()
  await assertGood(page, 'a rejected logo')
  await page.getByLabel('Logo').setInputFiles(files.good)
  await page.getByRole('img', { name: 'Your logo' }).waitFor()
  await report.locator('img.logo').waitFor()
  for (const [tab, shows] of [
    ['Email', 'questions on the security of Sample customer'],
    ['Questionnaire', 'Questions on the security of Sample customer'],
    ['Approval', 'asks to assess your tenant'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const frame = page.frameLocator('iframe[title^="Preview of"]')
    await frame.getByRole('heading', { name: shows, level: 1 }).waitFor()
    await frame.locator('img[src^="data:image/png"]').waitFor()
    await assertGood(page, `the preview of ${tab}`)
  }
  assert.deepEqual((await owner.get('/partner/brand')).body, {})
  await pressOn(page, 'Save', 'Enter')
  await page.getByText('Saved. All reports now use this branding.').first().waitFor()
  const { body } = await owner.get('/partner/brand')
  assert.deepEqual([body.name, body.colour, body.logo.type], ['Contour Security', '#aa3377', 'image/png'])
  assert.equal(await page.evaluate('history.length'), 2, 'previews are not added to the history')
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})
