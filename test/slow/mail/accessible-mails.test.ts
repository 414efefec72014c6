import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LetterSender } from '../../../src/features/mail/templates/letter.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../../harness/shown-page.ts'
import { LETTERS_TO_ACCOUNTS, lettersToCustomers } from '../../mail/sample-letters.ts'

/** In the look of partners: a light colour, a dark one, and none. */
const SENDERS: readonly LetterSender[] = [
  {
    name: 'Northwind IT',
    colour: '#f2c811',
    hasLogo: true,
    contact: { email: 'help@northwind.example', phone: '+61 2 5550 1234' },
  },
  { name: 'Northwind IT', colour: '#3b0764', hasLogo: false },
  { name: 'Northwind IT', hasLogo: false },
]

test('axe finds nothing in mails, in light and dark, and they fit a telephone', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page } = await browser.open({ viewport: { width: 360, height: 800 } })
  const show = await preparePage(page)
  const letters = [...SENDERS.map(lettersToCustomers), LETTERS_TO_ACCOUNTS].flatMap((each) => Object.entries(each))
  for (const [name, { html }] of letters) {
    await show({ html })
    assert.equal(await page.evaluate('document.scrollingElement.scrollWidth'), 360, `${name} is wider than the screen`)
    await assertAccessible(page, name)
  }
})
