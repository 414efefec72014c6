/** The types of files that can be attached, and how their content is recognized. */

/** Looks at a file piece by piece, and stores nothing of it. */
export interface Inspection {
  /** Reads the next piece; the first has at least 8 bytes unless the file is shorter. False if the file is not of its type. */
  read(piece: Buffer): boolean
  /** Whether the whole file, which has now been read, is of its type. */
  end(): boolean
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const ZIP = Buffer.from('504b0304', 'hex')

/** By the ending of their names. */
const INSPECTIONS: ReadonlyMap<string, () => Inspection> = new Map([
  ['pdf', () => inspectStart(Buffer.from('%PDF-'))],
  ['png', () => inspectStart(PNG)],
  ['jpg', () => inspectStart(JPEG)],
  ['jpeg', () => inspectStart(JPEG)],
  ['csv', inspectText],
  ['txt', inspectText],
  ['docx', () => inspectOffice('word/document')],
  ['xlsx', () => inspectOffice('xl/worksheets/')],
])

/** As in the `accept` attribute of a form field. */
export const ACCEPTED = [...INSPECTIONS.keys()].map((ending) => `.${ending}`).join(',')

/** For people. */
export const TYPES_IN_WORDS = 'PDF, PNG, JPEG, CSV, TXT, DOCX or XLSX'

/** The ending of a name, in lower case; undefined if such files cannot be attached. */
export function findEnding(name: string): string | undefined {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(name) ?? []
  return INSPECTIONS.has(ending.toLowerCase()) ? ending.toLowerCase() : undefined
}

/** An inspection of a file whose name has this ending. */
export function inspect(ending: string): Inspection {
  const start = INSPECTIONS.get(ending)
  if (!start) throw new Error(`.${ending} files cannot be attached`)
  return start()
}

function inspectStart(magic: Buffer): Inspection {
  let isFirst = true
  return {
    read(piece) {
      const isRight = !isFirst || piece.subarray(0, magic.length).equals(magic)
      isFirst = false
      return isRight
    },
    end: () => true,
  }
}

/** Text in any encoding that has ASCII for its base, and UTF-16 with a byte order mark, which Windows PowerShell writes. */
function inspectText(): Inspection {
  let width: 1 | 2 | undefined
  let isLittleEndian = true
  let isWhole = true
  return {
    read(piece) {
      if (width === undefined) {
        isLittleEndian = piece[0] === 0xff && piece[1] === 0xfe
        width = isLittleEndian || (piece[0] === 0xfe && piece[1] === 0xff) ? 2 : 1
      }
      // All pieces but the last have an even length.
      isWhole = piece.length % width === 0
      return !hasControl(piece, width, isLittleEndian)
    },
    end: () => isWhole,
  }
}

/** Whether there is a control character other than tab, line breaks, form feed and escape (which colors use). */
function hasControl(piece: Buffer, width: 1 | 2, isLittleEndian: boolean): boolean {
  const [low, high] = width === 1 ? [0, 0] : isLittleEndian ? [0, 1] : [1, 0]
  for (let at = 0; at + width <= piece.length; at += width) {
    const byte = piece[at + low] ?? 0
    if (byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b) continue
    if (width === 1 || piece[at + high] === 0) return true
  }
  return false
}

/** Names of parts that hold macros, or make a workbook a binary one. */
const REFUSED_PARTS = ['vbaProject.bin', 'xl/workbook.bin']
const LONGEST_NAME = 32

/** A ZIP archive with this part and without macros. The names of parts are not compressed. */
function inspectOffice(part: string): Inspection {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  let hasPart = false
  return {
    read(piece) {
      if (isFirst && !piece.subarray(0, ZIP.length).equals(ZIP)) return false
      isFirst = false
      const seen = Buffer.concat([rest, piece])
      hasPart ||= seen.includes(part)
      rest = seen.subarray(-LONGEST_NAME)
      return !REFUSED_PARTS.some((name) => seen.includes(name))
    },
    end: () => hasPart,
  }
}
