import assert from 'node:assert/strict'
import { test } from 'node:test'
import PDFDocument from 'pdfkit'
import { fontOf } from '../../src/features/reports/pdf/kit/fonts/fonts.ts'
import type { Face } from '../../src/features/reports/pdf/kit/fonts/weights.ts'
import { Paper } from '../../src/features/reports/pdf/kit/paper.ts'

const OPTIONS = {
  size: 'A4',
  margin: 0,
  font: '',
  bufferPages: true,
  compress: false,
  info: { CreationDate: new Date('2026-06-17T12:00:00Z') },
} as const

const LINES: readonly (readonly [face: Face, text: string])[] = [
  ['regular', 'AVAToyYo office fifi, “first” — 1/2 … naïve'],
  ['bold', 'T.V.  two spaces'],
  ['code', 'Get-MgPolicy -Filter "fi eq 1"'],
  ['medium', 'Žižek Ελλάδα Привет'],
]

/** The file with these lines on each of two pages, and one more on the first. */
async function write(doc: PDFKit.PDFDocument, draw: (text: string, face: Face, y: number) => void): Promise<string> {
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  doc.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve)
  for (const face of ['regular', 'medium', 'bold', 'code'] as const) doc.registerFont(face, fontOf(face).font)
  const put = (face: Face, text: string, y: number): void => {
    doc.font(face).fontSize(9.5).fillColor('#123456')
    draw(text, face, y)
  }
  for (const [index, [face, text]] of LINES.entries()) put(face, text, 20.25 + index * 13.3)
  doc.addPage()
  doc.rect(1, 2, 3, 4).fill('#abcdef')
  for (const [index, [face, text]] of LINES.entries()) put(face, text, 40 + index * 17)
  doc.switchToPage(0)
  put('regular', '1 of 2', 800)
  doc.end()
  await promise
  return Buffer.concat(chunks).toString('latin1')
}

test('a document has the same bytes as if PDFKit had written it', async () => {
  const own = new Paper(OPTIONS)
  const other = new PDFDocument(OPTIONS)
  const written = await write(own, (text, face, y) => own.line(text.split(' '), face, 33.3, y))
  const expected = await write(other, (text, _, y) => other.text(`${text} `, 33.3, y, { lineBreak: false }))
  const [instructions] = expected.split('/Producer')
  assert.equal(written.slice(0, instructions?.length), instructions)
  assert.ok(written === expected)
})
