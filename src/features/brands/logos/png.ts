import { crc32, inflateSync } from 'node:zlib'
import { type Picture, type Refusal, refuse } from './image.ts'

const SIGNATURE_BYTES = 8
/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12
const MAX_LENGTH = 2 ** 31 - 1
const MAX_CHUNKS = 1000
const HEADER_BYTES = 13

/** Chunks that affect how pixels look. Others, such as text, times and previews, are dropped. */
const NEEDED = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])
const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])
const MAX_PROFILE_BYTES = 1024 * 1024

/** Reads a PNG file chunk by chunk, up to its end chunk. Every step moves forward and stays within the file. */
export function readPng(file: Buffer): Picture | Refusal {
  const needed = [file.subarray(0, SIGNATURE_BYTES)]
  let size: { width: number; height: number } | undefined
  let hasPixels = false
  let at = SIGNATURE_BYTES
  for (let count = 0; count < MAX_CHUNKS; count++) {
    if (at + FRAME_BYTES > file.length) return refuse('ends in the middle')
    const length = file.readUInt32BE(at)
    const end = at + FRAME_BYTES + length
    if (length > MAX_LENGTH || end > file.length) return refuse('has a part that is longer than the file')
    const name = file.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(name)) return refuse('is damaged: one of its parts has no name')
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) {
      return refuse(`is damaged: the checksum of its part ${name} is wrong`)
    }
    if ((name === 'IHDR') !== (count === 0) || (name === 'IHDR' && length !== HEADER_BYTES)) {
      return refuse('does not begin with a header')
    }
    if (name === 'IHDR') size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    if (ANIMATION.has(name)) return refuse('is an animation: send a single image')
    if (isCritical(name) && !NEEDED.has(name)) return refuse(`has a part ${name} that is not known`)
    hasPixels ||= name === 'IDAT'
    if (NEEDED.has(name) && (name !== 'iCCP' || isProfile(file.subarray(at + 8, end - 4)))) {
      needed.push(file.subarray(at, end))
    }
    at = end
    // Ignore everything after the end chunk.
    if (name === 'IEND') {
      return size && hasPixels ? { type: 'image/png', ...size, bytes: Buffer.concat(needed) } : refuse('has no pixels')
    }
  }
  return refuse(`has more than ${MAX_CHUNKS} parts`)
}

/** Chunks whose name begins with a capital letter are critical: a decoder must understand them. */
const isCritical = (name: string): boolean => name < 'a'

/** A colour profile is compressed, and must not be a bomb: name, zero, method, data. */
function isProfile(data: Buffer): boolean {
  try {
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES })
    return true
  } catch {
    return false
  }
}
