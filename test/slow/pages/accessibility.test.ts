import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  renderApproved,
  renderNotAdministrator,
  renderNotProven,
  renderOtherTenant,
  renderRefused,
  renderUnavailable,
} from '../../../src/features/customers/consent/sign-in/page.ts'
import { createReportLink } from '../../../src/features/reports/service.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { assertAccessible, assertReadable } from '../../harness/accessibility.ts'
import { makePartner } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openPages } from '../../harness/pages.ts'
import { preparePage } from '../../harness/shown-page.ts'
import { makeCustomer, pathOf } from '../../questionnaires/fixture.ts'
import { assess, invite, mailTo } from '../../questionnaires/invitation-fixture.ts'
import { PDF } from '../../questionnaires/sample-files.ts'
import { codeIn } from '../../questionnaires/visitor.ts'
import { png } from '../../reports/pictures.ts'
import { tenantIdOf } from '../../runs/follow.ts'

const skip = withoutBrowser

const collect = async ({ tenantId }: { tenantId: string }) => ({
  ...sampleSnapshot('typical', new Date().toISOString()),
  tenantId,
})
const { api, surfer } = await openPages({ worker: true, collect })
const acme = await api.as('acme')
/** A browser window with reduced motion. */
async function open(): Promise<Page> {
  return (await surfer.open({ reducedMotion: 'reduce' })).page
}

/** Opens all details elements, so that nothing is skipped. */
const UNFOLD = 'for (const one of document.querySelectorAll("details")) one.open = true'

async function check(page: Page, step: string): Promise<void> {
  await page.evaluate(UNFOLD)
  await assertAccessible(page, step)
}

test('the checker reports an inaccessible page', { skip }, async () => {
  const page = await open()
  await page.setContent('<html lang="en"><title>A page</title><main><h1>A page</h1><button></button></main></html>')
  await assert.rejects(check(page, 'a button without a name'), /button-name/)
})

const NAMES = {
  customerName: 'Pelican Point',
  partnerName: 'Acme',
  look: {
    colour: '#ffcc00',
    contact: { email: 'help@acme.example', phone: '+61 2 5550 1234', website: 'https://acme.example/' },
  },
}
const SIGN_IN_ENDS = {
  approved: renderApproved(NAMES),
  refused: renderRefused(NAMES),
  'not an administrator': renderNotAdministrator(NAMES),
  'another tenant': renderOtherTenant(NAMES),
  'not proven': renderNotProven(),
  unavailable: renderUnavailable(),
}

test('every step of a questionnaire is accessible', { skip }, async () => {
  const { customerId, link, email } = await invite(api, acme)
  await acme.put(pathOf(customerId), { answers: [{ id: 'ISM-1693', answer: 'yes' }] })
  await assess(acme, customerId)
  const page = await open()
  await page.goto('/q/nothing')
  await check(page, 'a dead link')
  await page.goto(link)
  await check(page, 'the door')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the email').fill('1')
  await page.getByRole('button', { name: 'Open the questions' }).click()
  await page.getByRole('alert').waitFor()
  await check(page, 'a wrong code')
  await page.getByLabel('Code from the email').fill(codeIn(await mailTo(api, email, 'questionnaire-code')))
  await page.getByRole('button', { name: 'Open the questions' }).click()
  await page.getByText('Please check this answer.').waitFor()
  await page.locator('[name="answer.ISM-1810"][value="yes"]').check()
  await page.locator('#save-state', { hasText: 'Saved' }).waitFor()
  await page.locator('[name="answer.ISM-1515"][value="not_applicable"]').check()
  await page.locator('#save-state', { hasText: 'Not saved yet' }).waitFor()
  await check(page, 'the questionnaire')
  await page.getByRole('button', { name: 'Send to' }).click()
  await page.getByText('Not everything could be saved.').waitFor()
  await check(page, 'what could not be saved')
  await page.locator('#note-ISM-1515').fill('We are two people.')
  await page.getByRole('button', { name: 'Send to' }).click()
  await page.getByText('Thank you').waitFor()
  await check(page, 'the thanks')
  await page.evaluate(UNFOLD)
  await page.locator('#file-ISM-1810').setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: PDF })
  await page.locator('#q-ISM-1810').getByRole('button', { name: 'Attach', exact: true }).click()
  await page.getByText('The file is attached.').waitFor()
  await check(page, 'an attached file')
})

/** The editions themselves are checked in `reports/editions-browser.test.ts`. */
test('a report is accessible as the service serves it', { skip }, async () => {
  const customerId = await makeCustomer(acme)
  await assess(acme, customerId)
  const link = new URL(await createReportLink(api.app, await assess(acme, customerId)))
  link.searchParams.set('edition', 'technical')
  const page = await open()
  await page.goto(link.pathname + link.search)
  await check(page, 'the report')
})

test('a report with a partner’s colour and logo is readable', { skip }, async () => {
  const branded = await api.as('branded')
  const page = await open()
  const id = await assess(branded, await makeCustomer(branded))
  const link = new URL(await createReportLink(api.app, id))
  link.searchParams.set('edition', 'technical')
  const logo = { type: 'image/png', data: png(320, 90).toString('base64') }
  for (const colour of ['#f5d442', '#1b1b6b']) {
    const set = await branded.put('/v1/partner/brand', { colour, logo })
    assert.equal(set.status, 200, set.text)
    await page.goto(link.pathname + link.search)
    await page.evaluate(UNFOLD)
    await assertReadable(page, `the report in ${colour}`)
  }
})

test('the activation of an account is accessible', { skip }, async () => {
  const distributor = await api.distributor('meridian')
  const email = 'admin@bellbird.example'
  await makePartner(distributor, { email })
  const page = await open()
  // Use the link in the email: creating that one invalidates any link that the test had created.
  const { text } = await mailTo(api, email, 'activation')
  await page.goto(/\/activate\/[\w-]{43}/.exec(text)?.[0] ?? 'no link in the email')
  await check(page, 'the form')
  await page.goto('/activate/nothing')
  await check(page, 'a dead link')
})

test('the pages before and after an approval are accessible', {
  skip,
}, async () => {
  const page = await open()
  const customerId = await makeCustomer(acme, { tenantId: tenantIdOf('no-consent') })
  const { body } = await acme.post(`/v1/partner/customers/${customerId}/consent-link`)
  await page.goto(new URL(body.url).pathname)
  await check(page, 'the request')
  // A window of their own: the policy of a page of the service allows only the style of that page.
  const ending = await open()
  const show = await preparePage(ending)
  for (const [end, html] of Object.entries(SIGN_IN_ENDS)) {
    await show({ html })
    await check(ending, end)
  }
  await page.goto('/consent/callback')
  await check(page, 'a sign-in that has ended')
  await page.goto('/approve/nothing')
  await check(page, 'a dead link')
})
