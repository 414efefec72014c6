import { SaxesParser } from 'saxes'
import { openArchive, type ReadPart, UnreadableFile } from './unzip.ts'

/** A row of a table: its number in the file, from 1, and its cells. */
export interface TableRow {
  number: number
  cells: string[]
}

/** Unpacked; a sheet of 1,000 customers has about 0.5 MB. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const MAX_COLUMNS = 50
/** Cells can share one long text, so that a small file names it very often. */
const MAX_CHARACTERS = 2_000_000
const WORKBOOK = 'xl/workbook.xml'

/**
 * The rows of the first visible sheet of an Office Open XML workbook, as texts, without empty ones; at most `maxRows`, and one
 * more if there are more. Throws `UnreadableFile`.
 */
export function readFirstSheet(file: Buffer, maxRows: number): TableRow[] {
  const read = openArchive(file, MAX_PART_BYTES)
  const sheet = read(findFirstSheet(read))
  if (!sheet) throw new UnreadableFile('no sheet')
  const shared = read('xl/sharedStrings.xml')
  return readRows(sheet, shared ? readSharedTexts(shared) : [], maxRows)
}

/** The name of the part with the first sheet that is not hidden. */
function findFirstSheet(read: ReadPart): string {
  const workbook = read(WORKBOOK)
  const relations = read('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw new UnreadableFile('not a workbook')
  const ids: string[] = []
  walk(workbook, {
    open: (name, attributes) => {
      if (name === 'sheet' && attributes('state') === undefined) ids.push(attributes('id') ?? '')
    },
  })
  const targets = new Map<string, string>()
  walk(relations, {
    open: (name, attributes) => {
      if (name === 'Relationship') targets.set(attributes('Id') ?? '', attributes('Target') ?? '')
    },
  })
  const target = targets.get(ids[0] ?? '') ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The texts that cells refer to by their place. Pronunciations of East Asian texts are left out. */
function readSharedTexts(part: Buffer): string[] {
  const texts: string[] = []
  let isSpoken = false
  walk(part, {
    open: (name) => {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isSpoken = true
    },
    text: (text, parent) => {
      if (parent === 't' && !isSpoken) texts.push((texts.pop() ?? '') + text)
    },
    close: (name) => {
      if (name === 'rPh') isSpoken = false
    },
  })
  return texts
}

function readRows(sheet: Buffer, shared: readonly string[], maxRows: number): TableRow[] {
  const rows: TableRow[] = []
  let row: TableRow = { number: 0, cells: [] }
  let cell = { column: 0, type: '', text: '' }
  let characters = 0
  walk(sheet, {
    open: (name, attributes) => {
      if (name === 'row') row = { number: Number(attributes('r') ?? row.number + 1), cells: [] }
      if (name !== 'c') return
      const column = toColumn(attributes('r')) ?? row.cells.length
      cell = { column, type: attributes('t') ?? 'n', text: '' }
    },
    text: (text, parent) => {
      if (parent === 'v' || (parent === 't' && cell.type === 'inlineStr')) cell.text += text
    },
    close: (name) => {
      if (name === 'c' && cell.column < MAX_COLUMNS) {
        const text = cell.type === 's' ? (shared[Number(cell.text)] ?? '') : cell.type === 'e' ? '' : cell.text
        characters += text.length
        if (characters > MAX_CHARACTERS) throw new UnreadableFile('too much text')
        while (row.cells.length <= cell.column) row.cells.push('')
        row.cells[cell.column] = text
      }
      if (name === 'row' && row.cells.some((text) => text.trim() !== '') && rows.length <= maxRows) rows.push(row)
    },
  })
  return rows
}

/** The column, from 0, of a reference such as `AB12`. */
function toColumn(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

interface Visitor {
  /** `attribute` finds an attribute by its name without a prefix. */
  open: (name: string, attribute: (name: string) => string | undefined) => void
  text?: (text: string, parent: string) => void
  close?: (name: string) => void
}

/**
 * Reads XML and passes on what it finds, with names without their prefixes. A document type, which could define entities, is
 * refused; the parser itself resolves no others than those of XML.
 */
function walk(part: Buffer, { open, text, close }: Visitor): void {
  const parser = new SaxesParser()
  const path: string[] = []
  const pass = (found: string): void => text?.(found, path.at(-1) ?? '')
  parser.on('doctype', () => {
    throw new UnreadableFile('a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const own = withoutPrefix(name)
    path.push(own)
    open(own, (wanted) => Object.entries(attributes).find(([key]) => withoutPrefix(key) === wanted)?.[1])
  })
  parser.on('text', pass)
  parser.on('cdata', pass)
  parser.on('closetag', ({ name }) => {
    path.pop()
    close?.(withoutPrefix(name))
  })
  try {
    parser.write(part.toString('utf8')).close()
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('not valid XML', { cause: error })
  }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
