import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { createKey } from '../../../src/features/keys/service.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { addAuthenticator } from '../../people/factors.ts'
import { actorOf, makePerson } from '../../people/fixture.ts'
import { visitAs } from '../../people/portal.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, openAs } from '../../portal/window.ts'
import { deliver, emit, hook, waitForAttempts } from '../../webhooks/fixture.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

const skip = withoutBrowser
const { api, surfer } = await openScreens({ ownPages: true })

/** A partner that has something of everything that a dialog is about, and its owner. */
async function makeFull(name: string) {
  const client = await api.as(name)
  const { partnerId, distributorId } = await api.partner(name)
  const account = { kind: 'partner' as const, id: partnerId, owner: { partnerId, distributorId } }
  await createKey(api.app, AUTHOR, account)
  const owner = await makePerson(api, partnerId, { email: `owner@${name}.example` })
  await addAuthenticator(api, (await actorOf(api, owner)).actor)
  const technician = await makePerson(api, partnerId, { email: `tech@${name}.example`, role: 'technician' })
  await addAuthenticator(api, (await actorOf(api, technician)).actor)
  await visitAs(api, owner)
  const visitor = await visitAs(api, owner)
  await visitor.post('/team/invitations', { email: `new@${name}.example`, name: 'Nina', role: 'reader' })
  await using receiver = await startReceiver((response) => response.writeHead(500).end('no'))
  const { id } = await hook(api, partnerId, receiver.url)
  await using _ = deliver(api, { retrySeconds: [] })
  await emit(client)
  const [delivery] = await waitForAttempts(api, id, 1)
  return { visitor, webhook: id, delivery: delivery?.id, email: technician.email }
}

type Opener = (page: Page) => Promise<void>

const click = (name: string | RegExp): Opener => {
  return async (page) => {
    await page.getByRole('main').getByRole('button', { name }).first().click()
  }
}

/** An item of the menu of somebody in the team. */
const pick = (email: string, item: string): Opener => {
  return async (page) => {
    const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
}

test('every dialog is accessible', { skip }, async () => {
  const { visitor, webhook, email } = await makeFull('dialogs')
  const { page, context, complaints } = await openAs(api, surfer, visitor)
  const dialogs: [path: string, open: Opener][] = [
    ['/keys', click(/^Revoke pk_/)],
    ['/webhooks', click('Add webhook')],
    [`/webhooks/${webhook}`, click('Change')],
    [`/webhooks/${webhook}`, click('Pause')],
    [`/webhooks/${webhook}`, click('Delete')],
    [`/webhooks/${webhook}`, click('Replace the secret')],
    ['/deliveries?state=failed', click('Send all that match again…')],
    ['/events', click(/: show the payload$/)],
    ['/team', click('Invite somebody')],
    ['/team', click(/^Revoke the invitation/)],
    ['/team', click('Require it from everybody')],
    ['/team', pick(email, 'Change role')],
    ['/team', pick(email, 'Reset second factor')],
    ['/team', pick(email, 'Block')],
    ['/team', pick(email, 'Remove')],
    ['/security', click('Add a passkey')],
    ['/security', click('Replace the app')],
    ['/security', click('Remove')],
    ['/security', click('Replace the codes')],
    ['/security', click('Change the password')],
    ['/security', click('End all others')],
    ['/security', click('Sign out')],
  ]
  for (const [path, open] of dialogs) {
    await goTo(page, path)
    await open(page)
    const dialog: Locator = page.getByRole('dialog')
    await dialog.waitFor()
    const title = (await dialog.getByRole('heading').first().textContent()) ?? ''
    await assertAccessible(page, `${path}: ${title}`)
  }
  assert.deepEqual(complaints, [])
  await context.close()
})

test('errors and missing pages are accessible as well', { skip }, async () => {
  const { visitor, webhook, delivery } = await makeFull('errors')
  const { page, context } = await openAs(api, surfer, visitor)
  for (const path of [`/webhooks/${webhook}`, `/deliveries/${delivery}`]) {
    await goTo(page, path)
    await assertGood(page, path)
  }
  for (const path of ['/webhooks/whk_00000000000000000000000000', '/deliveries/999999999']) {
    await goTo(page, path)
    await assertGood(page, path)
  }
  const owner = new pg.Client(api.databaseUrl)
  await owner.connect()
  const gone = ['webhook_endpoints', 'api_keys', 'events']
  try {
    for (const table of gone) await owner.query(`alter table ${table} rename to ${table}_gone`)
    for (const path of ['/webhooks', '/deliveries', '/keys', '/events']) {
      await goTo(page, path)
      await page.getByRole('alert').first().waitFor()
      await assertGood(page, `${path}, failed`)
    }
    await owner.query('alter table credentials rename to credentials_gone')
    gone.push('credentials')
    await page.goto('/')
    await page.getByRole('heading', { name: 'The portal cannot be displayed' }).waitFor()
    await assertGood(page, 'a session that cannot be read')
  } finally {
    for (const table of gone) await owner.query(`alter table ${table}_gone rename to ${table}`)
    await owner.end()
  }
  await context.close()
})
