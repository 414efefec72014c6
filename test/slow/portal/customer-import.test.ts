import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import writeXlsxFile from 'write-excel-file/node'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, openFor } = await openScreens({ limits: { customersPerPartner: 120 } })

const tenant = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

async function enter(name: string, options = {}) {
  const { partnerId } = await api.partner(name)
  const client = await api.as(name)
  const visit = await openFor(partnerId, { role: 'technician' }, options)
  await goTo(visit.page, '/customers/import')
  return { client, partnerId, ...visit }
}

const choose = (page: Page, name: string, content: string | Buffer): Promise<void> =>
  page.getByLabel('CSV or Excel workbook').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const countOf = async (page: Page, name: string, count: number): Promise<void> => {
  await page.locator('.import-counts > div', { hasText: name }).getByText(String(count), { exact: true }).waitFor()
}

const customersOf = async (client: Awaited<ReturnType<typeof enter>>['client']): Promise<{ tenantId: string }[]> =>
  (await client.get('/v1/partner/customers')).body.customers

/** 100 rows, of which these seven are bad. */
const BAD: Readonly<Record<number, string>> = {
  3: `,${tenant(3)},`,
  10: 'Ten,no-guid,',
  20: `Twenty,${tenant(20)},nobody`,
  30: `Thirty,${tenant(29)},`,
  40: 'Forty,,',
  50: `Fifty,${tenant(50)},a@b`,
  60: 'Sixty,00000000-0000-0000-0000-000000000000,',
}
const rows = Array.from(
  { length: 100 },
  (_, n) => BAD[n + 1] ?? `Customer ${n + 1},${tenant(n + 1)},it${n + 1}@c.example`,
)
const FILE = `Customer,Tenant ID,E-mail\n${rows.join('\n')}\n`

test('of 100 rows with seven bad ones, 93 are created, and the seven are corrected in place and sent alone', {
  skip,
}, async () => {
  const { page, context, client, complaints } = await enter('hundred')
  await choose(page, 'customers.csv', FILE)
  await countOf(page, 'Ready', 93)
  await countOf(page, 'Needs correction', 7)
  await page.getByText('Row 30 has the same tenant id.').waitFor()
  await page.getByRole('button', { name: 'Create 93 customers' }).dblclick()
  await countOf(page, 'Created', 93)
  assert.equal((await customersOf(client)).length, 93)

  const rowOf = (number: number) => page.getByRole('listitem', { name: `Row ${number}`, exact: true })
  await rowOf(4).getByLabel('Name').fill('Three')
  await rowOf(11).getByLabel('Tenant id').fill(tenant(10))
  await rowOf(21).getByLabel('Email').fill('')
  await rowOf(31).getByLabel('Tenant id').fill(tenant(30))
  await rowOf(41).getByLabel('Tenant id').fill(tenant(40))
  await rowOf(51).getByLabel('Email').fill('a@b.example')
  await rowOf(61).getByLabel('Tenant id').fill('still wrong')
  await countOf(page, 'Ready', 6)
  await rowOf(61).getByLabel('Tenant id').fill(tenant(60))
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/customers/bulk')) bodies.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Create 7 customers' }).click()
  await page.getByText('100 customers created.').waitFor()
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body).customers.map(({ name }: { name: string }) => name)),
    [['Three', 'Ten', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty']],
  )
  assert.equal((await customersOf(client)).length, 100)

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'customers.csv', FILE)
  await countOf(page, 'Already customers', 94)
  await page.getByText('Customer 1 has this tenant already.').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a workbook is imported up to the limit, which is announced before, and a lost response creates nothing twice', {
  skip,
}, async () => {
  const { page, context, client } = await enter('workbook')
  await client.post('/v1/partner/customers/bulk', {
    customers: Array.from({ length: 100 }, (_, n) => ({ name: `Old ${n}`, tenantId: tenant(500 + n) })),
  })
  const cells = Array.from({ length: 30 }, (_, n) => [{ value: `New ${n}` }, { value: tenant(800 + n) }])
  await choose(page, 'x.xlsx', 'PK, but not a workbook')
  await page.getByText('The file cannot be read as an Excel workbook', { exact: false }).waitFor()
  await choose(page, 'x.xlsx', await writeXlsxFile([[{ value: 'Wer' }, { value: 'Wo' }], ...cells]).toBuffer())
  await page.getByLabel('Name (required)').selectOption('Wer')
  await page.getByRole('button', { name: 'Show the rows' }).click()
  await page.getByText('Your limit allows 20 of these 30 rows.').waitFor()
  // The first answer is lost on its way back.
  await page.route(
    '**/customers/bulk',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Create 20 customers' }).click()
  await page.getByText('The service did not respond.', { exact: false }).waitFor()
  assert.equal((await customersOf(client)).length, 120)
  await page.getByRole('button', { name: 'Create 20 customers' }).click()
  await countOf(page, 'Created', 20)
  assert.equal((await customersOf(client)).length, 120)
  await page.getByText('Your limit allows 0 of these 10 rows.').waitFor()
  await context.close()
})

test('the import is accessible and fits every width', { skip }, async () => {
  const { page, context, complaints } = await enter('barriers')
  await assertGood(page, 'no file')
  await choose(page, 'customers.csv', 'a,b\nc,d\n')
  await assertGood(page, 'unknown columns')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'customers.csv', FILE)
  await countOf(page, 'Needs correction', 7)
  await assertGood(page, 'rows to correct')
  await page.getByRole('button', { name: 'Leave out row 4', exact: true }).click()
  await countOf(page, 'Needs correction', 6)
  await page.getByRole('button', { name: 'Create 93 customers' }).click()
  await countOf(page, 'Created', 93)
  await assertAccessible(page, 'created rows')
  assert.deepEqual(complaints, [])
  await context.close()
})
