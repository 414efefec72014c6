import { readFileSync } from 'node:fs'

/** The font of the PDF: IBM Plex Sans, which covers Latin, Greek and Cyrillic. */

export type Weight = 'regular' | 'medium' | 'bold'

const FILES: Readonly<Record<Weight, string>> = {
  regular: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  medium: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/500Medium/IBMPlexSans_500Medium.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
}

const files = new Map<Weight, Buffer>()

/** The font as a TrueType file, read once per process. */
export function fontFile(weight: Weight): Buffer {
  const known = files.get(weight)
  if (known) return known
  const bytes = readFileSync(new URL(FILES[weight]))
  files.set(weight, bytes)
  return bytes
}

/** Replaces a character that has no glyph in the font. */
export const NO_GLYPH = '\ufffd'

let glyphs: ReadonlySet<number> | undefined

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Control and format characters (such as direction marks) draw nothing but could hide or reorder text.
const UNSEEN = /[\p{Cc}\p{Cf}]/gu

/** Words of ASCII with single spaces. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const COMBINING = /\p{M}/u

/**
 * The text as it can be drawn: on one line, without invisible characters, and with a replacement character for each one that
 * has no glyph in the font.
 */
export function toDrawable(text: string): string {
  if (PLAIN.test(text)) return text
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain
  glyphs ??= readCharacterMap(fontFile('regular'))
  const known = glyphs
  // Without combining characters each one stands alone, and dividing into graphemes is slow.
  if (!COMBINING.test(plain) && [...plain].every((character) => known.has(character.codePointAt(0) ?? 0))) return plain
  const draw = (grapheme: string): string =>
    [...grapheme].every((character) => known.has(character.codePointAt(0) ?? 0)) ? grapheme : NO_GLYPH
  return [...GRAPHEMES.segment(plain)].map(({ segment }) => draw(segment)).join('')
}

const TABLE_RECORD = 16
const ENCODING_RECORD = 8
const FULL_UNICODE = 12
const BASIC_PLANE = 4

/** The code points with a glyph in a TrueType file, from its `cmap` table in format 12 or 4. */
function readCharacterMap(file: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: file.readUInt16BE(4) }, (_, index) => 12 + index * TABLE_RECORD)
  const record = tables.find((at) => file.toString('latin1', at, at + 4) === 'cmap')
  if (record === undefined) throw new Error('the font has no character map')
  const cmap = file.readUInt32BE(record + 8)
  const maps = Array.from({ length: file.readUInt16BE(cmap + 2) }, (_, index) => {
    const at = cmap + file.readUInt32BE(cmap + 4 + index * ENCODING_RECORD + 4)
    return { at, format: file.readUInt16BE(at) }
  })
  const full = maps.find(({ format }) => format === FULL_UNICODE)
  const basic = maps.find(({ format }) => format === BASIC_PLANE)
  if (full) return readGroups(file, full.at)
  if (basic) return readSegments(file, basic.at)
  throw new Error('the character map of the font has an unknown format')
}

function readGroups(file: Buffer, at: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (let index = 0; index < file.readUInt32BE(at + 12); index++) {
    const group = at + 16 + index * 12
    for (let code = file.readUInt32BE(group); code <= file.readUInt32BE(group + 4); code++) found.add(code)
  }
  return found
}

function readSegments(file: Buffer, at: number): ReadonlySet<number> {
  const found = new Set<number>()
  const bytes = file.readUInt16BE(at + 6)
  for (let index = 0; index < bytes; index += 2) {
    const end = file.readUInt16BE(at + 14 + index)
    const start = file.readUInt16BE(at + 16 + bytes + index)
    const delta = file.readUInt16BE(at + 16 + 2 * bytes + index)
    const place = at + 16 + 3 * bytes + index
    const offset = file.readUInt16BE(place)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset === 0 ? code : file.readUInt16BE(place + offset + 2 * (code - start))
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) found.add(code)
    }
  }
  return found
}
