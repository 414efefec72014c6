import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { TENANT } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { goTo } from '../../portal/window.ts'
import { eventually } from '../../runs/eventually.ts'

const skip = withoutBrowser
/** What the smallest plan has in a month. */
const LIMIT = 50

/** Half of every reading waits for it, so that people see progress. */
const isSeen = Promise.withResolvers<void>()
// Before the service closes, which waits for its runs.
after(() => isSeen.resolve())

const { api, openFor } = await openScreens({
  worker: true,
  collect: async ({ tenantId, onProgress }) => {
    await onProgress?.({ done: 1, of: 2, dataset: 'organization' })
    await isSeen.promise
    return { ...sampleSnapshot('strong', new Date().toISOString()), tenantId }
  },
})

const shown = (page: Page, words: string | RegExp) => page.getByRole('table', { name: /^Customers/ }).getByText(words)

test('fifty runs start at once, two tabs follow them over one connection, and the limit is announced before', {
  skip,
}, async () => {
  const client = await api.as('fifty', 'starter')
  const { partnerId } = await api.partner('fifty', 'starter')
  const customers = Array.from({ length: LIMIT + 2 }, (_, n) => ({ name: `Sample ${n}`, tenantId: TENANT }))
  assert.equal((await client.post('/v1/partner/customers/bulk', { customers })).body.created, LIMIT + 2)

  const { page: first, context, complaints } = await openFor(partnerId)
  const streams: string[] = []
  context.on('request', (sent) => {
    if (sent.url().endsWith('/stream')) streams.push(sent.frame().page() === first ? 'first' : 'second')
  })
  await goTo(first, '/customers')
  await eventually('the stream', async () => streams.length === 1)
  const second = await context.newPage()
  await goTo(second, '/customers')

  await first.getByRole('button', { name: 'Start runs' }).click()
  const dialog = first.getByRole('dialog')

  await dialog.getByText(`Uses ${LIMIT} of the ${LIMIT} runs left this month.`).waitFor()
  await dialog.getByText('2 above the monthly limit', { exact: false }).waitFor()
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsUsed, 0, 'nothing has started')
  await dialog.getByRole('button', { name: `Start ${LIMIT} runs` }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsUsed, LIMIT)

  // Nobody touches the second tab.
  for (const page of [first, second]) await shown(page, 'Running, 50%').first().waitFor()
  isSeen.resolve()
  for (const page of [first, second])
    await eventually('every result', async () => (await shown(page, /^(just now|.* ago)$/).count()) === LIMIT, 60_000)
  assert.deepEqual(streams, ['first'])

  await first.getByRole('button', { name: 'Start runs' }).click()
  await dialog.getByText('Starts no run. 0 runs left this month.').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})
