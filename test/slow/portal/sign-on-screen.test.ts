import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { makePerson } from '../../people/fixture.ts'
import { CLIENT, startProvider, type TestProvider } from '../../people/openid-provider.ts'
import { visitAs } from '../../people/portal.ts'
import { ownRecords, verified } from '../../people/sign-on-fixture.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertFitsAll, openAs } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, surfer } = await openScreens({ ownPages: true })
let provider: TestProvider

before(async () => {
  if (skip) return
  provider = await startProvider()
})
after(async () => {
  await provider?.[Symbol.asyncDispose]()
})

/** What the browser may ask of others: the page of the provider, which redirects back. */
const atProvider = (complaint: string): boolean => complaint.startsWith(`a request to ${provider.issuerOf('acme')}`)

test('an owner sets up a provider, tests it, verifies a domain and requires the provider; then a person signs in through it', {
  skip,
}, async () => {
  const records = ownRecords(api)
  const { partnerId } = await api.partner('acme')
  const owner = await makePerson(api, partnerId, { email: 'owner@acme.example' })
  const reader = await makePerson(api, partnerId, { email: 'reader@acme.example', role: 'reader' })
  const { page, context, complaints } = await openAs(api, surfer, await visitAs(api, owner))
  await page.goto('/sign-on')
  await page.getByRole('button', { name: 'Set up' }).click()
  const form = page.getByRole('dialog', { name: 'Set up the provider' })
  await form.getByLabel('Issuer').fill(provider.issuerOf('missing/one'))
  await form.getByLabel('Client id').fill(CLIENT.clientId)
  await form.getByLabel('Client secret').fill(CLIENT.clientSecret)
  await form.getByRole('button', { name: 'Save the provider' }).click()
  await form.getByText(/unexpected HTTP response status code/).waitFor()
  await assertAccessible(page, 'a refused provider')
  await form.getByLabel('Issuer').fill(provider.issuerOf('acme'))
  await form.getByRole('button', { name: 'Save the provider' }).click()
  await page.getByText('Not tested since it was changed').waitFor()

  provider.present = { ...verified(owner.email), amr: ['pwd', 'mfa'] }
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  await page.getByText('The sign-in works').waitFor()
  await page.getByText('amr: pwd, mfa').waitFor()

  await page.getByRole('button', { name: 'Add a domain' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a domain' })
  await adding.getByLabel('Domain').fill('acme.example')
  await adding.getByRole('button', { name: 'Add the domain' }).click()
  await page.getByRole('button', { name: 'Verify acme.example' }).click()
  await page
    .getByText(/The TXT record was not found/)
    .first()
    .waitFor()
  const [name, value] = await page.getByRole('table', { name: 'Email domains' }).locator('code').allTextContents()
  records.set(name ?? '', [value ?? ''])
  await page.getByRole('button', { name: 'Verify acme.example' }).click()
  await page.getByText('acme.example is verified.').first().waitFor()

  await page.getByRole('button', { name: 'Create a token' }).click()
  const token = page.getByRole('dialog', { name: 'Create a token' })
  await token.getByLabel('Name').fill('Entra ID')
  await token.getByRole('button', { name: 'Create the token' }).click()
  await page.getByText(/^plumbline_scim_/).waitFor()
  await assertAccessible(page, 'the token')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Revoke Entra ID' }).waitFor()

  await page.getByRole('button', { name: 'Change the rules' }).click()
  const rules = page.getByRole('dialog', { name: 'Sign-on rules' })
  await rules.getByLabel('People sign in through the provider only').check()
  await rules.getByLabel('Second factor of the provider').selectOption('amr')
  await rules.getByLabel('Value').fill('mfa')
  await assertAccessible(page, 'the rules')
  await rules.getByRole('button', { name: 'Save the rules' }).click()
  await page.getByText('Everybody except Robin Example').waitFor()
  await assertAccessible(page, 'the screen with everything')
  await assertFitsAll(page, 'the screen with everything')
  assert.deepEqual(
    complaints.filter((complaint) => !atProvider(complaint) && !complaint.includes('400')),
    [],
  )
  await context.close()

  const visit = await surfer.open()
  provider.present = verified(reader.email)
  await visit.page.goto('/sign-in')
  await visit.page.getByLabel('Email address').fill(reader.email)
  await assertAccessible(visit.page, 'the sign-in page')
  await visit.page.getByRole('button', { name: "Continue with your company's sign-in" }).click()
  await visit.page.getByText(new URL(provider.issuerOf('acme')).host).waitFor()
  await assertAccessible(visit.page, 'the page that leads to the provider')
  await visit.page.getByRole('link', { name: 'Continue' }).click()
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.page.goto('/security')
  await visit.page.getByRole('heading', { name: 'Company sign-in' }).waitFor()
  await assertAccessible(visit.page, 'My security of somebody who is linked')
  assert.deepEqual(
    visit.complaints.filter((complaint) => !atProvider(complaint)),
    [],
  )
  await visit.context.close()
})
