import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasskey, startPasskeyRegistration } from '../../../src/features/people/passkeys/service.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import type { Json } from '../../harness/client.ts'
import { openDevice } from '../../people/device.ts'
import { openScreens } from '../../portal/screens.ts'
import { signIn } from '../../portal/sessions.ts'
import { enterAs, goTo, unexpected } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, surfer } = await openScreens({ ownPages: true })

test('people confirm their identity with a passkey, and the call continues', {
  skip,
}, async () => {
  const name = 'confirms'
  await api.as(name)
  const { partnerId } = await api.partner(name)
  const { session, cookie } = await signIn(api, partnerId, { strong: false })
  await using device = await openDevice(surfer, { reducedMotion: 'reduce' })
  const { page, visit, devtools, authenticatorId } = device
  await page.goto('/sign-in')
  const options = await startPasskeyRegistration(api.app, session)
  const response: Json = await page.evaluate(`navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())`)
  const author = { kind: 'person' as const, id: session.personId, accountId: partnerId }
  await createPasskey(api.app, { session, author }, { response })
  await enterAs(api, visit, { cookie })

  await goTo(page, '/keys')
  await page.getByRole('button', { name: 'Replace pk_' }).click()
  await page.getByRole('button', { name: 'Create the new key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await assertAccessible(page, 'the question')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await dialog.getByText('No passkey was used. Try again, or choose another method.').waitFor()
  await assertAccessible(page, 'the passkey that was not used')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('dialog', { name: 'The key in slot 2' }).waitFor()
  const audited = await api.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'session.confirmed')
    .where('subject', '=', session.personId)
    .execute()
  assert.deepEqual(audited, [{ after: { method: 'passkey' } }])
  assert.deepEqual(unexpected(visit.complaints, 403), [])
})
