import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../harness/api.ts'
import { startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { tenantIdOf } from '../../runs/follow.ts'

test('an administrator approves in a real browser: link, consent, sign-in, and back', {
  skip: withoutBrowser,
}, async () => {
  await using api = await startApi({ simulator: true, approved: [] })
  // Links of the service use its public name.
  await using surfer = await startBrowser(api, {
    args: [`--host-resolver-rules=MAP app.example:443 localhost:${api.port}`],
  })
  const acme = await api.as('acme')
  const body = { name: 'Pelican Point', tenantId: tenantIdOf('no-consent') }
  const { id } = (await acme.post('/v1/partner/customers', body)).body
  const { url } = (await acme.post(`/v1/partner/customers/${id}/consent-link`)).body
  const { page, context, complaints } = await surfer.open()
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue to the sign-in service' }).click()
  await page.getByRole('link', { name: 'Approve' }).click()
  await page.getByRole('link', { name: 'User without a role' }).click()
  await page.getByRole('heading', { name: 'Your account is not allowed to approve this' }).waitFor()
  await page.goto(url)
  await page.getByRole('button').click()
  await page.getByRole('link', { name: 'Approve' }).click()
  await page.getByRole('link', { name: 'Global Administrator', exact: true }).click()
  await page.getByRole('heading', { name: 'Access was approved' }).waitFor()
  assert.equal(new URL(page.url()).host, 'app.example')
  const [cookie] = await context.cookies('https://app.example')
  assert.deepEqual([cookie?.httpOnly, cookie?.secure, cookie?.sameSite], [true, true, 'Lax'])
  assert.ok(!complaints.some((complaint) => complaint.includes('Content Security Policy')), complaints.join())
  assert.equal((await acme.get(`/v1/partner/customers/${id}/preflight`)).body.consent, 'granted')
})
