import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, toHtml, toText } from '../../src/shared/html/html.ts'
import { directionsOf } from '../../src/shared/text/right-to-left.ts'

const namesIn = (text: string): string[] =>
  directionsOf(text).flatMap((part) => (part.isRightToLeft ? [part.text] : []))

test('a name from right to left ends where our sentence goes on', () => {
  assert.deepEqual(namesIn('Users: דוד כהן, שרה לוי and נעמי (3 more).'), ['דוד כהן', 'שרה לוי', 'נעמי'])
  assert.deepEqual(namesIn('דוד is a member of חיפה'), ['דוד', 'חיפה'])
  assert.deepEqual(namesIn('Group “קבוצת IT חיפה 12” has 5 members'), ['קבוצת IT חיפה 12'])
  assert.deepEqual(namesIn('צה״ל, בן-גוריון, מס-12 12 users'), ['צה״ל', 'בן-גוריון', 'מס-12'])
  assert.deepEqual(namesIn('شركة البناء، دبي has 7 users'), ['شركة البناء، دبي'])
  assert.deepEqual(namesIn('Žižek and 東京'), [])
})

test('the parts of a text are the whole text, however long its names are', () => {
  const long = `${'א A1 - '.repeat(20_000)}א${' '.repeat(100_000)}, end`
  assert.equal(
    directionsOf(long)
      .map(({ text }) => text)
      .join(''),
    long,
  )
})

test('pages arrange such a name alone, but not in attributes and in elements of text only', () => {
  const name = 'דוד <כהן>, שרה'
  const markup = html`<p title="of ${name}">User ${name} and ${['x', name]}</p>`
  const isolated = '<bdi>דוד</bdi> &lt;<bdi>כהן</bdi>&gt;, <bdi>שרה</bdi>'
  const plain = 'דוד &lt;כהן&gt;, שרה'
  assert.equal(toHtml(markup), `<p title="of ${plain}">User ${isolated} and x${isolated}</p>`)
  assert.equal(toText(markup), `User ${name} and x${name}`)
  assert.equal(toHtml(html`<title>Of ${name}</title>`), `<title>Of ${plain}</title>`)
  assert.equal(toHtml(html` alt="Of ${name}"`), ` alt="Of ${plain}"`)
  assert.equal(
    toHtml(html`<svg><text x="1">${name}</text></svg>${name}`),
    `<svg><text x="1">${plain}</text></svg>${isolated}`,
  )
})
