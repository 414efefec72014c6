import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock, test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { create } from 'fontkit'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { Canvas } from '../../src/features/reports/pdf/kit/canvas.ts'
import { accentOf } from '../../src/features/reports/pdf/kit/colors.ts'
import { NO_GLYPH, toDrawable } from '../../src/features/reports/pdf/kit/scripts/drawable.ts'
import { shapedFontOf } from '../../src/features/reports/pdf/kit/scripts/shaped-fonts.ts'
import { STYLES } from '../../src/features/reports/pdf/kit/typesetter.ts'
import { readLayout } from './pdf-layout.ts'
import { actualText, readPdf } from './pdf-text.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const NAMES = ['דוד כהן', 'محمد الإسلام', '田中さくら', '张伟', '陳美麗', '김철수'] as const

function canvasOf(texts: readonly string[], width = 400): Canvas {
  const about = { title: 'Names', author: 'Northwind IT', subject: 'Names', at: new Date(0) }
  const canvas = new Canvas({ ...about, accent: accentOf(undefined) })
  for (const text of texts) canvas.write(text, STYLES.body, { width })
  return canvas
}

const draw = async (texts: readonly string[], width?: number): Promise<Buffer> =>
  await canvasOf(texts, width).finish(() => undefined)

/** The characters of each paragraph from left to right, without spaces. */
const drawn = async (text: string, width?: number): Promise<string[]> =>
  (readLayout(await draw([text], width))[0] ?? []).map((paragraph) => paragraph.text.replaceAll(' ', ''))

test('names in Hebrew, Arabic, Chinese, Japanese and Korean are drawn', async () => {
  for (const name of NAMES) assert.equal(toDrawable(name), name)
  const { pages, objects } = readPdf(
    await renderPdf(sampleReport(sampleResult('mixed'), { customerName: '東京 Timber 서울' })),
  )
  assert.ok(pages[0]?.includes('東京 Timber 서울'))
  assert.doesNotMatch(pages.join(''), /characters that the font of this document does not have/)
  assert.ok([...objects.values()].some((body) => body.includes('NotoSansAsian-')))
})

test('each glyph of a name has an outline', async () => {
  const { objects } = readPdf(await draw(NAMES))
  const files = [...objects.values()].flatMap((body) => body.match(/\/FontFile2 (\d+) 0 R/)?.[1] ?? [])
  assert.equal(files.length, 4)
  for (const id of files) {
    const font = create(Buffer.from(objects.get(id)?.split('\nstream\n')[1] ?? '', 'latin1'))
    // The first one stands for what the font lacks; spaces are in IBM Plex Sans, the first font.
    const outlines = Array.from(
      { length: font.numGlyphs - 1 },
      (_, index) => font.getGlyph(index + 1).path.commands.length,
    )
    assert.ok(outlines.filter((length) => length < 4).length <= (id === files[0] ? 1 : 0), `${id}: ${outlines}`)
  }
})

test('a character that no font has is replaced, and characters that hide or reorder text are removed', () => {
  assert.equal(toDrawable('א\u202eב\u200f ج\u0000'), 'אב ج')
  assert.equal(toDrawable('👩‍🔧 ไทย 東'), `${NO_GLYPH.repeat(2)} ${NO_GLYPH.repeat(3)} 東`)
  // Forms of letters, and forms of Chinese characters.
  assert.equal(toDrawable('ﻻ ﬡ'), 'لا א')
  assert.equal(toDrawable('葛\u{e0100}城'), '葛城')
})

test('a name from right to left is drawn in its order, and what stands beside it keeps its place', async () => {
  assert.deepEqual(await drawn('Users: דוד כהן, שרה לוי and 3 more.'), ['Users:ןהכדוד,יולהרשand3more.'])
  assert.deepEqual(await drawn('Group “קבוצת IT חיפה 12” has 5 members.'), ['Group“12הפיחITתצובק”has5members.'])
  assert.deepEqual(await drawn('משרד-12 (2 users)'), ['12-דרשמ(2users)'])
  assert.deepEqual(await drawn('شركة ٢٠٢٤, 7 users'), ['٢٠٢٤ةكرش,7users'])
})

test('a name from right to left goes on in the next line', async () => {
  const [line = ''] = await drawn('אבג דהו זחט יכל', 50)
  assert.equal(line, 'והדגבאלכיטחז')
})

test('who copies or searches a text gets a name in the order in which it is read', async () => {
  const library = await PDFiumLibrary.init()
  for (const name of ['כהן', 'شركة', 'الإسلام', '田中さくら', '张伟', '陳美麗', '김철수', '𠮷野家']) {
    const document = await library.loadDocument(await draw([`The user ${name} is an administrator.`]))
    assert.equal(document.getPage(0).getText().trim(), `The user ${name} is an administrator.`)
    document.destroy()
  }
  library.destroy()
})

test('every letter of Hebrew and Arabic stands for itself in each of its forms, also after a document has had them', async () => {
  const scripts = { hebrew: /\p{Script=Hebrew}/u, arabic: /\p{Script=Arabic}/u }
  for (const [script, pattern] of [
    ['hebrew', scripts.hebrew],
    ['arabic', scripts.arabic],
  ] as const) {
    const font = shapedFontOf(script, 'regular')
    const letters = font.characterSet.map((code) => String.fromCodePoint(code)).filter((letter) => pattern.test(letter))
    const other = script === 'hebrew' ? 'ב' : 'ب'
    const own = letters.filter((letter) => /\p{L}/u.test(letter) && toDrawable(letter) === letter)
    assert.ok(own.length > 20)
    await draw([own.map((letter) => `${letter} ${other}${letter}${other} ${other}${letter}`).join(' ')])
    for (const letter of own) {
      for (const word of [letter, letter + other, other + letter, other + letter + other]) {
        const text = font.layout(word).glyphs.flatMap(({ codePoints }) => codePoints)
        assert.equal(String.fromCodePoint(...text.toReversed()), word)
      }
    }
  }
})

test('screen readers get a name from right to left in the order in which it is read', async () => {
  const { objects } = readPdf(await draw(['User דוד כהן']))
  assert.ok([...objects.values()].some((body) => body.includes(actualText('User דוד כהן'))))
})

test('a document has the same bytes whatever other documents had before', async () => {
  const before = await draw(['陳 and شر'])
  await draw(['さ陳 and رش شرش, 陳, אב'])
  assert.ok((await draw(['陳 and شر'])).equals(before))
})

test('fonts of other scripts are read only for texts that need them', async () => {
  const read: string[] = []
  const original = fs.readFileSync
  const spy = mock.method(fs, 'readFileSync', (...args: Parameters<typeof original>) => {
    read.push(String(args[0]))
    return original(...args)
  })
  syncBuiltinESMExports()
  await draw(['Žižek, Ελλάδα and “naïve”', '👩‍🔧 ไทย'])
  const plain = [...read]
  await draw(['懷'])
  spy.mock.restore()
  syncBuiltinESMExports()
  assert.deepEqual(
    plain.filter((path) => /noto|hebrew|arabic/.test(path)),
    [],
  )
  assert.ok(read.some((path) => path.includes('noto-sans-sc')))
})
