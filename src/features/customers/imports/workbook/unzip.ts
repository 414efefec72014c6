import { crc32, inflateRawSync } from 'node:zlib'

/** A file that is not what it should be, or unpacks to more than it may. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Reads a part of an archive; undefined if it has no such part. Throws `UnreadableFile`. */
export type ReadPart = (name: string) => Buffer | undefined

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT_BYTES = 65_535
const MAX_PARTS = 1_000
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

interface Part {
  flags: number
  method: number
  checksum: number
  packedBytes: number
  at: number
}

/**
 * Opens a ZIP archive. A part is unpacked only when it is read, and to at most `maxBytes`, whatever its header says:
 * this protects from archive bombs.
 */
export function openArchive(file: Buffer, maxBytes: number): ReadPart {
  const parts = readDirectory(file)
  return (name) => {
    const part = parts.get(name)
    return part && unpack(file, part, maxBytes)
  }
}

function readDirectory(file: Buffer): Map<string, Part> {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > MAX_PARTS) throw new UnreadableFile('too many parts')
  const parts = new Map<string, Part>()
  for (let n = 0; n < count; n++) {
    requireHeader(file, at, ENTRY_BYTES, DIRECTORY_ENTRY)
    const nameBytes = file.readUInt16LE(at + 28)
    parts.set(file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes), {
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      checksum: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      at: file.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

/** Where the end record of the directory is: before a comment of any length. */
function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = file.length - END_BYTES; at >= first; at--) if (file.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new UnreadableFile('not an archive')
}

function unpack(file: Buffer, { flags, method, checksum, packedBytes, at }: Part, maxBytes: number): Buffer {
  if ((flags & ENCRYPTED) !== 0) throw new UnreadableFile('encrypted')
  requireHeader(file, at, LOCAL_BYTES, LOCAL_HEADER)
  const from = at + LOCAL_BYTES + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const packed = file.subarray(from, from + packedBytes)
  const content = method === DEFLATED ? inflate(packed, maxBytes) : packed
  if (method !== DEFLATED && method !== STORED) throw new UnreadableFile('an unknown compression')
  if (content.length > maxBytes || crc32(content) !== checksum) throw new UnreadableFile('a damaged part')
  return content
}

function inflate(packed: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new UnreadableFile('a part is damaged or too large', { cause: error })
  }
}

function requireHeader(file: Buffer, at: number, bytes: number, signature: number): void {
  if (at + bytes > file.length || file.readUInt32LE(at) !== signature) throw new UnreadableFile('a damaged header')
}
