import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openPages } from '../../harness/pages.ts'
import { makePerson, PASSWORD } from '../../people/fixture.ts'

const skip = withoutBrowser
const { api, surfer } = await openPages()
const { partnerId } = await api.partner('acme')
const owner = await makePerson(api, partnerId, { email: 'robin@acme.example' })
test('people can sign in using only the keyboard, on accessible pages', { skip }, async () => {
  const { page, context, complaints } = await surfer.open()
  await page.goto('/sign-in?next=/suspended')
  await assertAccessible(page, 'the empty form')
  const fill = async (password: string) => {
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.id'), 'email')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await fill('a wrong password')
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByRole('alert').textContent(), 'This email address and password do not match.')
  assert.equal(await page.getByLabel('Email address').inputValue(), owner.email)
  await assertAccessible(page, 'the form with a problem')
  await fill(PASSWORD)
  await page.waitForURL('**/suspended')
  await assertAccessible(page, 'the page for suspended accounts')
  const cookies = await context.cookies()
  assert.deepEqual(
    cookies.map(({ name, httpOnly, secure, sameSite, path }) => [name, httpOnly, secure, sameSite, path]),
    [['__Host-portal', true, true, 'Lax', '/']],
  )
  assert.equal(await page.evaluate('document.cookie'), '')
  // The browser itself reports that the wrong password was answered with 400.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400 (Bad Request)')),
    [],
  )
  await context.close()
})
