import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Agent, request } from 'undici'
import { createKey } from '../../../src/features/keys/service.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { type Portal, signIn } from '../../portal/sessions.ts'
import { goTo, openAs } from '../../portal/window.ts'
import { eventually } from '../../runs/eventually.ts'

const skip = withoutBrowser

const { api, surfer } = await openScreens()

let partners = 0
/** A partner with one key, and somebody of it. */
async function makePartnerWithKey() {
  partners += 1
  const name = `live-${partners}`
  const client = await api.as(name)
  const { partnerId, distributorId } = await api.partner(name)
  const account = {
    kind: 'partner' as const,
    id: partnerId,
    owner: { partnerId, distributorId: distributorId ?? null },
  }
  return { client, account, session: await signIn(api, partnerId) }
}

/** A stream of the session, as another program would hold it. */
async function openStream({ cookie }: Pick<Portal, 'cookie'>): Promise<{ close: () => void }> {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const answer = await request(`${api.baseUrl}/portal/api/partner/stream`, { dispatcher, headers })
  assert.equal(answer.statusCode, 200)
  answer.body.on('error', () => {})
  return { close: () => void dispatcher.destroy() }
}

/** Ends the connection on which the service hears the database, and with it every stream. */
async function interrupt(): Promise<void> {
  const owner = new pg.Client(api.databaseUrl)
  await owner.connect()
  try {
    const { rowCount } = await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%portal%'`)
    assert.equal(rowCount, 1)
  } finally {
    await owner.end()
  }
}

test('two tabs share one stream, both get messages, and the second takes over without losing any', {
  skip,
}, async () => {
  const { client, account, session } = await makePartnerWithKey()
  const { page: first, context, complaints } = await openAs(api, surfer, session)
  const streams: string[] = []
  context.on('request', (sent) => {
    if (sent.url().endsWith('/stream')) streams.push(sent.frame().page() === first ? 'first' : 'second')
  })
  await goTo(first, '/keys')
  await eventually('the stream', async () => streams.length === 1)
  const second = await context.newPage()
  await goTo(second, '/keys')
  for (const page of [first, second]) await page.getByText('Never used').waitFor()
  assert.equal((await client.get('/v1/partner/me')).status, 200)
  for (const page of [first, second]) await page.getByText('Used just now').waitFor()
  assert.deepEqual(streams, ['first'], 'the second tab heard from the first')
  // Nobody is notified of this one.
  await createKey(api.app, AUTHOR, account)
  await first.close()
  await eventually('the second stream', async () => streams.length === 2)
  await second
    .getByRole('button', { name: /^Revoke pk_/ })
    .nth(1)
    .waitFor()
  assert.deepEqual(streams, ['first', 'second'])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('after an interruption everything on the screen is read again', { skip }, async () => {
  const { account, session } = await makePartnerWithKey()
  const { page, context } = await openAs(api, surfer, session)
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/stream'))
  await goTo(page, '/keys')
  await opened
  assert.equal(await page.getByRole('button', { name: /^Revoke pk_/ }).count(), 1)
  await createKey(api.app, AUTHOR, account)
  const reopened = page.waitForResponse((answer) => answer.url().endsWith('/stream'))
  await interrupt()
  await reopened
  await page
    .getByRole('button', { name: /^Revoke pk_/ })
    .nth(1)
    .waitFor({ timeout: 5_000 })
  await context.close()
})

test('a refused stream is tried again, and meanwhile the page polls', { skip }, async () => {
  const { client, account, session } = await makePartnerWithKey()
  const otherStreams = await Promise.all([1, 2, 3].map(() => openStream(session)))
  const { page, context } = await openAs(api, surfer, session)
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/stream'))
  await goTo(page, '/keys')
  assert.equal((await refused).status(), 409)
  await createKey(api.app, AUTHOR, account)
  await page
    .getByRole('button', { name: /^Revoke pk_/ })
    .nth(1)
    .waitFor({ timeout: 8_000 })
  for (const stream of otherStreams) stream.close()
  await page.waitForResponse((answer) => answer.url().endsWith('/stream') && answer.status() === 200)
  assert.equal((await client.get('/v1/partner/me')).status, 200)
  await page.getByText('Used just now').waitFor()
  await page.waitForTimeout(1_000)
  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.waitForTimeout(5_500)
  assert.deepEqual(asked, [], 'it asks no more at intervals')
  await context.close()
})
