import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { changeTerms } from '../../../src/features/settlement/terms/service.ts'
import { openStripe, type StripeFixture } from '../../billing/stripe/fixture.ts'
import { AUTHOR, makePartner } from '../../harness/accounts.ts'
import type { Api } from '../../harness/api.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { codeAt } from '../../people/factors.ts'
import { makePerson, PASSWORD } from '../../people/fixture.ts'
import { waitForScreen } from '../../portal/window.ts'
import { deliver } from '../../webhooks/fixture.ts'
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts'

/** Follows docs/guide/portal.md. With PLUMBLINE_PICTURES=write it also makes the pictures of the guide anew. */

const GUIDE = new URL('../../../docs/guide/', import.meta.url)
const isWriting = process.env.PLUMBLINE_PICTURES === 'write'
const EMAIL = 'robin@contour.example'

/** What people type into the fields that the guide names: of several, one after the other. */
const TYPED: Readonly<Record<string, readonly ((page: Page) => string | Promise<string>)[]>> = {
  'Email address': [() => EMAIL, () => 'nina@contour.example'],
  Password: [() => PASSWORD],
  'Your password': [() => PASSWORD],
  Name: [() => 'Nina Castell'],
  'Address of your receiver': [() => receiver.url],
  '2. Code that the app shows': [codeShown],
  Plan: [() => 'professional'],
}
const typed = new Map<string, number>()

/** What the app shows that has the key of the dialog. */
async function codeShown(page: Page): Promise<string> {
  return codeAt(((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', ''), new Date())
}

const skip = withoutBrowser
let fixture: StripeFixture
let api: Api
let surfer: Surfer
let receiver: Receiver
let deliveries: AsyncDisposable

before(async () => {
  if (skip) return
  const now = () => new Date()
  fixture = await openStripe({ portal: true, ownPages: true, start: now().toISOString(), now })
  api = fixture.api
  surfer = await startBrowser(api)
  const distributor = await api.distributor('meridian')
  // The partner pays through Stripe, so that the guide shows invoices.
  await changeTerms(api.app, AUTHOR, distributor.id, { processorBilling: true })
  const billing = { currency: 'USD', interval: 'quarterly' }
  const id = await makePartner(distributor, {
    company: 'Contour Cloud Services',
    email: EMAIL,
    plan: 'starter',
    billing,
  })
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  await makePerson(api, id, { email: EMAIL })
  await fixture.follow()
  // The first invoice is open after an hour.
  await fixture.pass(3_700)
  receiver = await startReceiver()
  deliveries = deliver(api)
})
after(async () => {
  await surfer?.[Symbol.asyncDispose]()
  await deliveries?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
  await fixture?.[Symbol.asyncDispose]()
})

/** The numbered lines of the guide and its pictures, in order. */
async function readSteps(): Promise<string[]> {
  const lines = (await readFile(new URL('portal.md', GUIDE), 'utf8')).split('\n')
  return lines.filter((line) => /^(\d+\. |!\[)/.test(line))
}

/** Types into each _Field_ and chooses each **Label** of a step. */
async function follow(page: Page, step: string): Promise<void> {
  for (const [, field, label] of step.matchAll(/_([^_]+)_|\*\*([^*]+)\*\*/g)) {
    if (field !== undefined) {
      const times = typed.get(field) ?? 0
      const text = await TYPED[field]?.[times]?.(page)
      assert.ok(text, `the test does not know what to type into ${field}`)
      typed.set(field, times + 1)
      const control = page.getByLabel(field, { exact: true })
      const isSelect = (await control.evaluate((element) => element.tagName)) === 'SELECT'
      await (isSelect ? control.selectOption(text) : control.fill(text))
      continue
    }
    const name = { name: label ?? '', exact: true }
    const control = page.getByRole('button', name).or(page.getByRole('link', name)).or(page.getByRole('tab', name))
    // A dialog is the last of several with the same name.
    await control.last().click()
  }
}

async function takePicture(page: Page, step: string): Promise<void> {
  const [, path = ''] = /\(([^)]+)\)/.exec(step) ?? []
  const file = new URL(path, GUIDE)
  await waitForScreen(page)
  await page.getByText('Waiting for the receiver’s response.').waitFor({ state: 'detached' })
  // From inside of the page: a dialog that opens meanwhile covers them.
  await page.evaluate("document.querySelectorAll('.toast button').forEach((dismiss) => dismiss.click())")
  await page.locator('.toast').first().waitFor({ state: 'detached' })
  if (!isWriting) return assert.ok(existsSync(file), `${path} is missing: run this test with PLUMBLINE_PICTURES=write`)
  const picture = await page.screenshot({ animations: 'disabled' })
  await writeFile(file, await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toBuffer())
}

test('the guide to the portal can be followed as it is written', { skip }, async () => {
  const { page, context, complaints } = await surfer.open({ viewport: { width: 1120, height: 760 } })
  await page.goto('/')
  const steps = await readSteps()
  assert.ok(steps.length > 8)
  for (const step of steps) await (step.startsWith('!') ? takePicture(page, step) : follow(page, step))
  await page.getByText('10 codes of 10 left').waitFor()
  assert.deepEqual(receiver.received.length, 1, 'the test has arrived')
  // The browser itself reports that the key was refused until the password was confirmed.
  assert.deepEqual(
    complaints.filter((text) => !/status of 403/.test(text)),
    [],
  )
  await context.close()
})
