import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import type { ReportInput } from '../../../src/features/reports/content/input.ts'
import { unpackWoff2 } from '../../../src/features/reports/pdf/kit/scripts/woff2.ts'
import { toFileTask } from '../../../src/platform/isolation/file-task.ts'
import { createIsolatedPool } from '../../../src/platform/isolation/isolated-pool.ts'
import { createLog } from '../../../src/platform/log.ts'
import { readPdf } from '../../reports/pdf-text.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const PDF = toFileTask(new URL('../../../src/features/reports/pdf/render-thread.ts', import.meta.url))

for (const language of ['sc', 'jp', 'kr']) {
  test(`unpacking a file of Noto Sans ${language.toUpperCase()} keeps its outlines and widths, and every weight has the same widths`, () => {
    const folder = dirname(
      fileURLToPath(import.meta.resolve(`@fontsource-variable/noto-sans-${language}/unicode.json`)),
    )
    const files = globSync('files/*.woff2', { cwd: folder })
    assert.ok(files.length > 90)
    for (const file of files) {
      const packed = readFileSync(`${folder}/${file}`)
      const [expected, font] = [create(packed), create(unpackWoff2(packed))]
      assert.equal(font.numGlyphs, expected.numGlyphs)
      const bold = font.getVariation({ wght: 600 })
      // All of them take a minute.
      for (const code of font.characterSet.filter((_, index) => index % 29 === 0)) {
        const [own, other] = [font.glyphForCodePoint(code), expected.glyphForCodePoint(code)]
        assert.deepEqual(own.path.commands, other.path.commands, `${file} ${code}`)
        assert.equal(own.advanceWidth, other.advanceWidth)
        const isWide = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(
          String.fromCodePoint(code),
        )
        if (isWide) assert.equal(own.advanceWidth, bold.glyphForCodePoint(code).advanceWidth)
      }
    }
  })
}

const CHARACTERS = {
  han: [0x4e00, 0x9fff],
  kana: [0x3041, 0x30fe],
  hangul: [0xac00, 0xd7a3],
  hebrew: [0x5d0, 0x5ea],
  arabic: [0x628, 0x63a],
} as const

test('a tenant whose things have long names of all characters gets its PDF, from a thread with its limits', async () => {
  const isolated = createIsolatedPool({ log: createLog('silent') })
  const { report } = (await tenantReports()).find(({ tenant }) => tenant === 'weak') ?? assert.fail('no weak tenant')
  const next = Object.values(CHARACTERS).map(([first, last]) => ({ first, count: last - first + 1, used: 0 }))
  let names = 0
  const nameOf = (): string => {
    const script = next[names++ % next.length] ?? assert.fail('no script')
    const codes = Array.from({ length: 256 }, () => script.first + (script.used++ % script.count))
    return String.fromCodePoint(...codes)
  }
  const requirements = report.result.requirements.map((row) => ({
    ...row,
    observed: nameOf(),
    affected: { items: Array.from({ length: 25 }, nameOf), total: 25 },
  }))
  const input: ReportInput = { ...report, edition: 'full', result: { ...report.result, requirements } }
  const pdf = await isolated.run(PDF, input, { owner: 'one' })
  await isolated.close()
  assert.match(readPdf(pdf).pages.join(''), /characters that the font of this document does not have/)
  assert.ok(pdf.length < 6_000_000, `${pdf.length} bytes`)
})
