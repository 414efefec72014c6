import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutPieces } from '../../src/features/questionnaires/attachments/cut-pieces.ts'
import { ACCEPTED, inspect, TYPES_IN_WORDS } from '../../src/features/questionnaires/attachments/file-types.ts'
import { CHUNK_BYTES, readFileName, toAsciiFileName } from '../../src/features/questionnaires/attachments/rules.ts'
import { attachmentDisposition } from '../../src/shared/http/content-disposition.ts'
import { docx, JPEG, PDF, PNG, xlsx, zipOf } from './sample-files.ts'

/** Whether content under a name is accepted, read in pieces of this size. */
function accepts(name: string, content: Buffer | string, pieceBytes = CHUNK_BYTES): boolean {
  const file = readFileName(name)
  if (!file) return false
  const inspection = inspect(file.ending)
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += pieceBytes)
    if (!inspection.read(bytes.subarray(at, at + pieceBytes))) return false
  return inspection.end()
}

const utf16 = (text: string, mark: 'fffe' | 'feff' = 'fffe'): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return Buffer.concat([Buffer.from(mark, 'hex'), mark === 'fffe' ? bytes : bytes.swap16()])
}

const GOOD: readonly [name: string, content: Buffer | string][] = [
  ['report.pdf', PDF],
  ['REPORT.PDF', PDF],
  ['screen.png', PNG],
  ['photo.jpg', JPEG],
  ['photo.jpeg', JPEG],
  ['list.csv', 'name;state\r\nAda;on\r\n'],
  ['list.txt', Buffer.from('Straße \u0093x\u0094\r\n', 'latin1')],
  ['colors.txt', '\u001b[32mok\u001b[0m\tdone\n'],
  ['list.txt', 'Grüße, 世界'],
  ['powershell.txt', utf16('Name : Ärger\r\nState : 世界\r\n')],
  ['powershell.csv', utf16('a,b\r\n', 'feff')],
  ['empty-mark.txt', utf16('')],
  ['plan.docx', docx()],
  ['plan.docx', docx('word/document2.xml')],
  ['list.xlsx', xlsx()],
]

for (const [index, [name, content]] of GOOD.entries()) {
  test(`accepted (${index + 1}): ${name} with the content that its name says`, () => {
    assert.ok(accepts(name, content))
    assert.ok(accepts(name, content, 8), 'in small pieces')
  })
}

const BAD: readonly [name: string, content: Buffer | string, why: string][] = [
  ['run.exe', 'MZ', 'its type is not listed'],
  ['page.html', '<script>', 'its type is not listed'],
  ['picture.svg', '<svg/>', 'its type is not listed'],
  ['pdf', PDF, 'it has no ending'],
  ['macros.docm', docx(), 'its type is not listed'],
  ['report.pdf.exe', PDF, 'the last ending counts'],
  ['report.pdf', '<html>%PDF-', 'it does not begin as a PDF'],
  ['report.pdf', PNG, 'it is a PNG'],
  ['screen.png', JPEG, 'it is a JPEG'],
  ['screen.jpg', PDF, 'it is a PDF'],
  ['list.csv', PNG, 'it is binary'],
  ['list.txt', Buffer.from([...Buffer.from('text'), 0]), 'it has a NUL'],
  ['list.txt', Buffer.from('a\0b\0', 'latin1'), 'it is UTF-16 without a byte order mark'],
  ['list.txt', utf16('a\0b'), 'it has a NUL in UTF-16'],
  ['list.txt', utf16('a\0b', 'feff'), 'it has a NUL in UTF-16, the other way round'],
  ['list.txt', Buffer.concat([utf16('ab'), Buffer.from('c')]), 'it has half a character of UTF-16'],
  ['list.txt', Buffer.from('MZ\u0090\0\u0003', 'latin1'), 'it is a program'],
  ['plan.docx', zipOf('photo.jpg'), 'it is another archive'],
  ['plan.docx', xlsx(), 'it is a workbook'],
  ['list.xlsx', docx(), 'it is a document'],
  ['plan.docx', docx('word/document.xml', 'word/vbaProject.bin'), 'it holds macros'],
  ['list.xlsx', xlsx('xl/workbook.bin'), 'it is a binary workbook'],
  ['plan.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'it is protected by a password'],
]

for (const [index, [name, content, why]] of BAD.entries()) {
  test(`refused (${index + 1}): ${name}, because ${why}`, () => {
    assert.ok(!accepts(name, content))
    assert.ok(!accepts(name, content, 8), 'in small pieces')
  })
}

test('the name of an archive part is found where two pieces meet', () => {
  const whole = docx('word/document.xml', 'word/vbaProject.bin')
  for (let pieceBytes = 8; pieceBytes < 64; pieceBytes += 2) {
    assert.ok(!accepts('plan.docx', whole, pieceBytes), `${pieceBytes}`)
    assert.ok(accepts('plan.docx', docx(), pieceBytes), `${pieceBytes}`)
  }
})

test('the page and the file input name the same types', () => {
  assert.equal(ACCEPTED, '.pdf,.png,.jpg,.jpeg,.csv,.txt,.docx,.xlsx')
  for (const ending of ACCEPTED.replace('.jpg,', '').matchAll(/\w+/g))
    assert.match(TYPES_IN_WORDS, new RegExp(`\\b${ending}\\b`, 'i'))
})

test('a file name loses its folder and everything unsafe, and keeps its ending', () => {
  const names: readonly [given: string, name: string][] = [
    ['C:\\Users\\ada\\Report.PDF', 'Report.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['a\r\nContent-Type: text/html;"x".pdf', 'html; x.pdf'],
    ['report\u202efdp.exe.pdf', 'report fdp.exe.pdf'],
    ['.pdf', 'file.pdf'],
    ['..  .pdf', 'file.pdf'],
    [' Übersicht   März.csv', 'Übersicht März.csv'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
    ['\ud800.pdf', '\ufffd.pdf'],
  ]
  for (const [given, name] of names) assert.equal(readFileName(given)?.name, name, JSON.stringify(given))
})

test('the header of a download has the name in ASCII and in full, and nothing can break out of it', () => {
  const name = readFileName('Übersicht "März"; a*(b).pdf')?.name ?? ''
  assert.equal(
    attachmentDisposition(toAsciiFileName(name), name),
    'attachment; filename="Ubersicht-Marz-a-b.pdf"; filename*=UTF-8\'\'%C3%9Cbersicht%20M%C3%A4rz%20%3B%20a%20%28b%29.pdf',
  )
  assert.equal(toAsciiFileName('世界.txt'), 'file.txt')
})

test('content is cut into pieces of exactly one size, however it arrives', async () => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251))
  for (const arriving of [1, 7, 64, 100, 999, 1000]) {
    const parts = Array.from({ length: Math.ceil(1000 / arriving) }, (_, n) =>
      content.subarray(n * arriving, (n + 1) * arriving),
    )
    const pieces = await collect(cutPieces(toAsync(parts), 64))
    assert.deepEqual(Buffer.concat(pieces), content)
    assert.deepEqual(
      pieces.map(({ length }) => length),
      [...Array.from({ length: 15 }, () => 64), 40],
    )
  }
  assert.deepEqual(await collect(cutPieces(toAsync([]), 64)), [])
})

async function* toAsync(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
