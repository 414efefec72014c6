import { inflateSync } from 'node:zlib'

/** The text of each page of a PDF; reads only PDFs that our library wrote. */
export function readPdf(pdf: Buffer): { pages: string[]; objects: ReadonlyMap<string, string> } {
  const objects = new Map<string, string>()
  const whole = pdf.toString('latin1')
  for (const [, id = '', body = ''] of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', rest] = body.split(/\nstream\n/)
    const stream = rest?.replace(/\nendstream$/, '')
    const bytes = stream === undefined ? undefined : Buffer.from(stream, 'latin1')
    const plain = bytes && dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    objects.set(id, `${dictionary}${plain ? `\nstream\n${plain.toString('latin1')}` : ''}`)
  }
  const of = (id: string | undefined): string => objects.get(id ?? '') ?? ''
  const letters = readFonts(objects)
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return {
    pages: pages.map((page) => readText(of(page.match(/\/Contents (\d+) 0 R/)?.[1]), letters)),
    objects,
  }
}

/** The text of each glyph of each font, by the name of the font. */
export function readFonts(objects: ReadonlyMap<string, string>): Map<string, string[]> {
  const letters = new Map<string, string[]>()
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = objects.get(id)?.match(/\/ToUnicode (\d+) 0 R/) ?? []
      if (map !== '') letters.set(name, readMap(objects.get(map) ?? ''))
    }
  }
  return letters
}

/** The text of each glyph of a font, by number. */
function readMap(map: string): string[] {
  return [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, code = '']) => {
      const bytes = Buffer.from(code.replaceAll(' ', ''), 'hex')
      return bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : ''
    }),
  )
}

function readText(content: string, letters: ReadonlyMap<string, string[]>): string {
  let font: string[] = []
  const lines: string[] = []
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/g)) {
    if (name !== undefined) font = letters.get(name) ?? []
    const line = textOf(shown ?? '', font)
    if (line !== '') lines.push(line)
  }
  return lines.join('')
}

/** The text of the glyphs that a `TJ` operator shows. */
export function textOf(shown: string, font: readonly string[]): string {
  const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('')
  return [...codes.matchAll(/.{4}/g)].map(([code]) => font[Number.parseInt(code, 16)] ?? '').join('')
}

/** What stands for a text in the structure of a document, for screen readers. */
export function actualText(text: string): string {
  const literal = Buffer.from(`\ufeff${text}`, 'utf16le')
    .swap16()
    .toString('latin1')
    .replace(/[()\\]/g, '\\$&')
  return `/ActualText (${literal})`
}
