import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Layout } from 'fontkit'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { REMEDIES } from '../../../src/engine/remedies/catalogue.ts'
import { renderPdf } from '../../../src/features/reports/pdf/content/document.ts'
import { fontOf, readFont } from '../../../src/features/reports/pdf/kit/fonts/fonts.ts'
import { WEIGHTS } from '../../../src/features/reports/pdf/kit/fonts/weights.ts'
import { dividerOf, layoutByTable, PIECES } from '../../../src/features/reports/pdf/kit/fonts/word-layout.ts'
import { readPdf } from '../../reports/pdf-text.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const TEXTS = [
  ...FRAMEWORKS.flatMap(({ requirements }) => requirements.map(({ id, statement }) => `${id} ${statement}`)),
  ...REMEDIES.flatMap(({ title, why, steps, script }) => [
    title,
    why,
    ...steps.map(({ text, link }) => `${text} ${link?.url ?? ''}`),
    script?.change ?? '',
  ]),
  'office fifi ffi ffl fl fjord ff f i ﬁ Ångström Žižek Ελλάδα Привет naïve 1/2 1⁄2 L·L ... 0x1f T.V. AVAToyYo',
]

const measure = (layout: Layout) => ({
  glyphs: layout.glyphs,
  positions: layout.positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => [xAdvance, yAdvance, xOffset, yOffset]),
  advanceWidth: layout.advanceWidth,
})

for (const weight of [...WEIGHTS, 'code'] as const) {
  test(`words have the same layout as with fontkit: ${weight}`, () => {
    const font = readFont(weight)
    const layout = layoutByTable(font, dividerOf(font, weight))
    const words = new Set([
      ...TEXTS.flatMap((text) => text.split(/\s+/)).flatMap((word) => [word, `${word} `]),
      ...PIECES.flatMap((one) => PIECES.map((other) => `${one}${other}`)),
      // Characters between others, in case something depends on more than a pair.
      ...[...'fijlT'].flatMap((one) => PIECES.flatMap((other) => [`${one}${other}i`, `f${other}${one}`])),
    ])
    words.delete('')
    for (const word of words) assert.deepEqual(measure(layout(word)), measure(font.layout(word)), word)
  })
}

test('code has one width for every character, blanks included', () => {
  const { glyphs } = fontOf('code').font.layout('Get-MgPolicy -Filter "fi eq 1"')
  assert.deepEqual(new Set(glyphs.map(({ advanceWidth }) => advanceWidth)), new Set([600]))
})

test('our reports consist of characters in the table', async () => {
  for (const { tenant, framework, report } of await tenantReports()) {
    const text = readPdf(await renderPdf(report)).pages.join('')
    const others = new Set([...text.replace(/\s/g, '')].filter((character) => !PIECES.includes(character)))
    assert.deepEqual(others, new Set(), `${framework}, ${tenant}`)
  }
})
