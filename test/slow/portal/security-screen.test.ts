import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { codeOf, stepAt } from '../../../src/features/people/totp/rules.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openDevice } from '../../people/device.ts'
import { makePerson, PASSWORD, type TestPerson } from '../../people/fixture.ts'
import { type Visitor, visitAs } from '../../people/portal.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertFits, enterAs, openAs } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, surfer } = await openScreens({ ownPages: true, simulator: true })
let accountId: string

before(async () => {
  if (skip) return
  accountId = (await api.partner('acme')).partnerId
})

let people = 0
async function signIn(options: { strong?: boolean } = {}): Promise<{ person: TestPerson; visitor: Visitor }> {
  people += 1
  const person = await makePerson(api, accountId, { email: `robin${people}@acme.example` })
  return { person, visitor: await visitAs(api, person, options) }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function codeFor(secret: string): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeOf(Uint8Array.from(bytes), stepAt(new Date()))
}

test('an app and recovery codes can be set up by keyboard, on accessible screens', {
  skip,
}, async () => {
  const { visitor, person } = await signIn({ strong: false })
  await visitAs(api, person)
  const { page, context, complaints } = await openAs(api, surfer, visitor)
  await page.goto('/security')
  await page.getByText('Your password alone protects this account').waitFor()
  await page.getByRole('table', { name: 'Your sessions' }).waitFor()
  await page.getByText('Nobody has signed in as you').waitFor()
  await assertAccessible(page, 'the screen')

  await page.getByRole('button', { name: 'Set up an app' }).focus()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.waitFor()
  await page.keyboard.type('a wrong password')
  await page.keyboard.press('Enter')
  await confirm.getByText('This is not your password.').waitFor()
  assert.equal(await confirm.getByLabel('Your password').inputValue(), 'a wrong password')
  assert.equal(await confirm.getByLabel('Your password').getAttribute('aria-invalid'), 'true')
  await assertAccessible(page, 'the wrong password')
  await confirm.getByLabel('Your password').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await setup.waitFor()
  await setup.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  const right = codeFor(secret)
  const wrong = right === '123456' ? '654321' : '123456'
  await page.keyboard.type(wrong)
  await page.keyboard.press('Enter')
  await setup.getByText('This code is wrong or too old').waitFor()
  assert.equal(await setup.getByLabel('Code that the app shows').inputValue(), wrong)
  await assertAccessible(page, 'the wrong code')
  await setup.getByLabel('Code that the app shows').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(codeFor(secret))
  await page.keyboard.press('Enter')
  await setup.waitFor({ state: 'detached' })
  await page.getByText('You have no recovery codes').waitFor()

  await page.getByRole('button', { name: 'Create recovery codes' }).focus()
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.waitFor()
  assert.equal(await codes.getByRole('listitem').count(), 10)
  await assertAccessible(page, 'the recovery codes')
  const download = page.waitForEvent('download')
  await codes.getByRole('link', { name: 'Download' }).focus()
  await page.keyboard.press('Enter')
  assert.equal((await download).suggestedFilename(), 'plumbline-recovery-codes.txt')
  await codes.getByRole('button', { name: 'I have stored them' }).focus()
  await page.keyboard.press('Enter')
  await codes.waitFor({ state: 'detached' })
  await page.getByText('10 codes of 10 left').waitFor()
  const own = (await api.db.selectFrom('credentials').select('kind').where('person_id', '=', person.id).execute())
    .length
  assert.equal(own, 12)
  assert.deepEqual(
    complaints.filter((text) => !/40[03] \(/.test(text)),
    [],
  )
  await context.close()
})

test('a passkey is added, renamed and removed', { skip }, async () => {
  const { visitor } = await signIn()
  await using device = await openDevice(surfer)
  await enterAs(api, device.visit, visitor)
  const { page } = device
  await page.goto('/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  assert.match(await add.getByLabel('Name').inputValue(), /^Chrome on /)
  await add.getByLabel('Name').fill('Work laptop')
  await add.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Actions for the passkey Work laptop' }).click()
  await assertAccessible(page, 'the menu of a passkey')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Actions for the passkey Old laptop' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('Your password alone protects this account').waitFor()
  assert.deepEqual(device.visit.complaints, [])
})

test('a rejected password is explained next to its field, and stays in it', { skip }, async () => {
  const { visitor } = await signIn()
  const { page, context } = await openAs(api, surfer, visitor)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Change the password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the password' })
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByLabel('New password').fill('short')
  await dialog.getByRole('button', { name: 'Change the password' }).click()
  await dialog.getByText('Choose at least 12 characters.').waitFor()
  assert.equal(await dialog.getByLabel('New password').inputValue(), 'short')
  await assertAccessible(page, 'the refused password')
  await dialog.getByLabel('New password').fill('a different set of words')
  await dialog.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('Password changed.').waitFor()
  await context.close()
})

test('another session can be ended, and ending one’s own leads to the sign-in page', { skip }, async () => {
  const { visitor, person } = await signIn()
  const elsewhere = await visitAs(api, person)
  await visitAs(api, person)
  const { page, context } = await openAs(api, surfer, visitor)
  await page.goto('/security')
  await page.getByRole('button', { name: 'End the session on Chrome on Windows' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End 1 session' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal((await elsewhere.get('/session')).status, 401)
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in?next=**')
  await context.close()
})

test('the whole screen fits 320 pixels', { skip }, async () => {
  const { visitor } = await signIn()
  const { page, context } = await openAs(api, surfer, visitor, { viewport: { width: 320, height: 900 } })
  await page.goto('/security')
  await page.getByText('Nobody has signed in as you').waitFor()
  await assertFits(page, 'the screen')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByRole('dialog').waitFor()
  await assertFits(page, 'the dialog')
  await assertAccessible(page, 'the dialog at 320 pixels')
  await context.close()
})
