import { brotliDecompressSync } from 'node:zlib'
import { joinTables } from './truetype.ts'
import { unpackGlyphs } from './woff2-glyphs.ts'

/**
 * Unpacks WOFF2 files, in which fonts of many thousand characters come as packages, because fontkit does not vary the weight of
 * packed ones. https://www.w3.org/TR/WOFF2/
 */

/** The tags that a number stands for, from 0. */
const TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar'
const TAG_LENGTH = 4
/** The tag itself follows. */
const OWN_TAG = 63
/** What outlines and widths are read from. */
const NEEDED = ['avar', 'cmap', 'fvar', 'glyf', 'gvar', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name']
/** Bytes. */
const HEADER = 48
/** Where the table `head` says how long the offsets in the table `loca` are. */
const OFFSET_FORMAT = 50

interface Entry {
  tag: string
  /** In the unpacked data. */
  length: number
  isTransformed: boolean
}

/**
 * The font in a WOFF2 file, with the tables for outlines and widths. Throws if the file is damaged, or packed in a way in which those
 * of our packages are not.
 */
export function unpackWoff2(file: Buffer): Buffer {
  if (file.toString('latin1', 0, TAG_LENGTH) !== 'wOF2') throw new Error('not a WOFF2 file')
  const { entries, end } = readEntries(file)
  const plain = brotliDecompressSync(file.subarray(end, end + file.readUInt32BE(20)))
  const tables = new Map<string, Buffer>()
  let at = 0
  for (const { tag, length, isTransformed } of entries) {
    const table = plain.subarray(at, at + length)
    at += length
    if (!NEEDED.includes(tag)) continue
    if (!isTransformed) tables.set(tag, table)
    else if (tag === 'glyf') for (const [name, part] of Object.entries(unpackGlyphs(table))) tables.set(name, part)
    else if (tag !== 'loca') throw new Error(`table ${tag} is packed`)
  }
  tables.get('head')?.writeInt16BE(1, OFFSET_FORMAT)
  return joinTables(file.readUInt32BE(4), [...tables])
}

function readEntries(file: Buffer): { entries: Entry[]; end: number } {
  let at = HEADER
  const readLength = (): number => {
    let length = 0
    for (;;) {
      const byte = file.readUInt8(at++)
      length = length * 128 + (byte & 0x7f)
      if (byte < 0x80) return length
    }
  }
  const readTag = (known: number): string => {
    if (known !== OWN_TAG) return TAGS.slice(known * (TAG_LENGTH + 1)).slice(0, TAG_LENGTH)
    at += TAG_LENGTH
    return file.toString('latin1', at - TAG_LENGTH, at)
  }
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++)
    const tag = readTag(flags & 0x3f)
    const isTransformed = tag === 'glyf' || tag === 'loca' ? flags >> 6 === 0 : flags >> 6 !== 0
    const length = readLength()
    return { tag, length: isTransformed ? readLength() : length, isTransformed }
  })
  return { entries, end: at }
}
