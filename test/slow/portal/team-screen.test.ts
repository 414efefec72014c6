import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../../harness/accessibility.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { makePerson } from '../../people/fixture.ts'
import { visit, visitAs } from '../../people/portal.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertFits, openAs } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, surfer } = await openScreens({ ownPages: true })

let teams = 0
/** A partner with an owner, a technician and a reader. */
async function makeTeam() {
  teams += 1
  const { partnerId } = await api.partner(`team-${teams}`)
  const domain = `team-${teams}.example`
  const owner = await visit(api, partnerId, { email: `owner@${domain}` })
  const technician = await makePerson(api, partnerId, { email: `tech@${domain}`, role: 'technician' })
  const reader = await makePerson(api, partnerId, { email: `reader@${domain}`, role: 'reader' })
  return { owner, technician, reader, domain }
}

test('an owner can invite and revoke by keyboard, on accessible screens', { skip }, async () => {
  const { owner, domain } = await makeTeam()
  const { page, context, complaints } = await openAs(api, surfer, owner)
  await page.goto('/team')
  await page.getByText('Nobody is invited at present.').waitFor()
  await assertAccessible(page, 'the screen without invitations')

  await page.getByRole('button', { name: 'Invite somebody' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.waitFor()
  // The browser finds nothing wrong with it, the server does.
  await page.keyboard.type('nina@host')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nina')
  await page.keyboard.press('Enter')
  await dialog.getByText('Must be an email address').waitFor()
  assert.equal(await dialog.getByLabel('Email address').inputValue(), 'nina@host')
  await assertAccessible(page, 'the refused address')
  await dialog.getByLabel('Email address').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(`nina@${domain}`)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Invitations' }).getByText(`nina@${domain}`).waitFor()
  await assertAccessible(page, 'the screen with an invitation')

  await page.getByRole('button', { name: `Send again to nina@${domain}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`Invitation sent again to nina@${domain}.`).first().waitFor()
  await page.getByRole('button', { name: `Revoke the invitation to nina@${domain}` }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Revoke the invitation?' })
  await question.waitFor()
  await assertAccessible(page, 'the question')
  await question.getByRole('button', { name: 'Revoke invitation' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Nobody is invited at present.').waitFor()
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400 (')),
    [],
  )
  await context.close()
})

test('an owner can change a role, and learns why the last owner must stay', { skip }, async () => {
  const { owner, technician } = await makeTeam()
  const { page, context } = await openAs(api, surfer, owner)
  await page.goto('/team')
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row')
  const own = rows.filter({ hasText: owner.email })
  await own.getByRole('button', { name: /^Actions for/ }).click()
  const remove = page.getByRole('menuitem', { name: /Leave the account/ })
  assert.equal(await remove.getAttribute('aria-disabled'), 'true')
  assert.match((await remove.textContent()) ?? '', /The account needs an owner/)
  await assertAccessible(page, 'the menu of the last owner')
  await page.keyboard.press('Escape')

  await rows
    .filter({ hasText: technician.email })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: /^Role of/ })
  await dialog.getByLabel('Role').selectOption('admin')
  await assertAccessible(page, 'the choice of a role')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await rows.filter({ hasText: technician.email }).getByText('Administrator').waitFor()
  await context.close()
})

test('a person is removed only after their address is typed', { skip }, async () => {
  const { owner, reader } = await makeTeam()
  const { page, context } = await openAs(api, surfer, owner)
  await page.goto('/team')
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: reader.email })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Remove person' })
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  await dialog.getByLabel(/^Type/).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel(/^Type/).fill(reader.email)
  await dialog.getByRole('button', { name: 'Remove person' }).click()
  await row.waitFor({ state: 'detached' })
  await context.close()
})

test('a reader sees the team, and why they cannot change it', { skip }, async () => {
  const { reader } = await makeTeam()
  const { page, context } = await openAs(api, surfer, await visitAs(api, reader))
  await page.goto('/team')
  const invite = page.getByRole('button', { name: 'Invite somebody' })
  await invite.waitFor()
  assert.equal(await invite.getAttribute('aria-disabled'), 'true')
  await invite.hover()
  await page.getByRole('tooltip').getByText('Only owners and administrators can do this.').waitFor()
  assert.equal(await page.getByRole('table', { name: 'Invitations' }).count(), 0)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  for (const item of await page.getByRole('menuitem').all())
    assert.equal(await item.getAttribute('aria-disabled'), 'true')
  await assertAccessible(page, "the reader's menu")
  await context.close()
})

test('the whole screen fits 320 pixels', { skip }, async () => {
  const { owner, domain } = await makeTeam()
  await owner.post('/team/invitations', { email: `a-rather-long-name@${domain}`, name: 'Nina', role: 'reader' })
  const { page, context } = await openAs(api, surfer, owner, { viewport: { width: 320, height: 900 } })
  await page.goto('/team')
  await page.getByText(`a-rather-long-name@${domain}`).waitFor()
  await assertFits(page, 'the screen')
  await assertAccessible(page, 'the screen at 320 pixels')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await assertFits(page, 'the dialog')
  await context.close()
})
