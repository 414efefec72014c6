import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { withoutBrowser } from '../../harness/browser.ts'
import { makePerson, PASSWORD } from '../../people/fixture.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, pressOn, unexpected } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, surfer, openFor } = await openScreens()

const run = promisify(execFile)

/** Runs a command as it is printed, in a shell whose curl trusts and finds the service of this test. */
async function runPrinted(command: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'curl-'))
  try {
    await writeFile(join(folder, 'ca.pem'), api.ca)
    const settings = [`cacert = "${join(folder, 'ca.pem')}"`, `connect-to = "::localhost:${api.port}"`, 'silent']
    await writeFile(join(folder, '.curlrc'), settings.join('\n'))
    const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, CURL_HOME: folder } })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a key can be replaced using only the keyboard: the old one is revoked once the new one is in use', {
  skip,
}, async () => {
  const { partnerId } = await api.partner('acme')
  const program = await api.as('acme')
  assert.equal((await program.get('/v1/partner/me')).status, 200)
  const { email } = await makePerson(api, partnerId, { email: 'robin@acme.example' })
  const { page, complaints } = await surfer.open({ reducedMotion: 'reduce' })
  await page.goto('/keys')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/keys')
  await page.getByText('Used just now').waitFor()
  await pressOn(page, /^Revoke pk_/, 'Enter')
  await page.getByText('This is the only key', { exact: false }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0, 'the only key cannot be revoked')

  await pressOn(page, /^Replace pk_/, 'Enter')
  await pressOn(page, 'Create the new key', 'Enter')
  await pressOn(page, 'Create key', 'Enter')
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'The key in slot 2' })
  await dialog.waitFor()
  const key = (await dialog.getByRole('status', { name: 'API key' }).textContent()) ?? ''
  assert.match(key, /^pk_live_/)
  await dialog.getByText('Waiting for the first call').waitFor()
  const printed = (await dialog.getByRole('code').last().textContent()) ?? ''
  const answer = JSON.parse(await runPrinted(printed))
  assert.equal(answer.id, partnerId)
  await dialog.getByText('The key works').waitFor()
  await pressOn(page, 'Done', 'Enter')

  assert.ok(page.url().endsWith('/keys?replace=1'))
  await page.getByText('Something still uses the old key').waitFor()
  await page.getByText(/^Its last call was just now, from (127\.0\.0\.1|::1)\. /).waitFor()
  assert.ok(!(await page.content()).includes(key), 'the key is shown once')
  await pressOn(page, 'Create key', 'Enter')
  await page.getByRole('tooltip').getByText('Both slots are in use. Revoke a key first.').waitFor()
  await pressOn(page, 'Revoke the old key', 'Enter')
  await page.getByText('The program that uses it will stop working at once.', { exact: false }).waitFor()
  assert.equal((await program.get('/v1/partner/me')).status, 200)
  await pressOn(page, 'Revoke key', 'Enter')
  await page.getByText('The key in slot 1 is revoked.').waitFor()
  assert.equal((await program.get('/v1/partner/me')).body.error.code, 'INVALID_KEY')
  assert.equal((await api.client(key).get('/v1/partner/me')).status, 200)
  await page.getByRole('heading', { name: 'Slot 1 is free' }).waitFor()
  assert.ok(page.url().endsWith('/keys'))
  assert.deepEqual(unexpected(complaints, 403), [])
})

test('the keys screen is accessible and fits every width', { skip }, async () => {
  const { partnerId } = await api.partner('barriers')
  await api.as('barriers')
  const { page, complaints } = await openFor(partnerId)
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Create key' }).waitFor()
  await assertGood(page, 'one key')
  await page.getByRole('button', { name: 'Replace pk_' }).click()
  await assertGood(page, 'the first step')
  await page.getByRole('button', { name: 'Create the new key' }).click()
  await assertGood(page, 'the question')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I have stored the key' }).waitFor()
  await assertGood(page, 'the new key')
  await page.getByRole('button', { name: 'I have stored the key' }).click()
  await page.getByRole('button', { name: 'Revoke it anyway' }).click()
  await page.getByText('The new key has not been used yet.').waitFor()
  await assertGood(page, 'the warning')
  assert.deepEqual(complaints, [])
  const distributor = await api.distributor('without')
  await api.db.deleteFrom('api_keys').where('distributor_id', '=', distributor.id).execute()
  const other = await openFor(distributor.id)
  await other.page.goto('/keys')
  await other.page.getByRole('button', { name: 'Create the first key' }).waitFor()
  await assertGood(other.page, 'no key')
})

test('people who may not change keys see them, and see who may', { skip }, async () => {
  const { partnerId } = await api.partner('readers')
  await api.as('readers')
  for (const role of ['reader', 'technician'] as const) {
    const { page, complaints } = await openFor(partnerId, { role })
    await page.goto('/keys')
    await page.getByText('Only owners and administrators can create and revoke keys.').waitFor()
    await pressOn(page, 'Create key', 'Enter')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(complaints, [])
  }
})
