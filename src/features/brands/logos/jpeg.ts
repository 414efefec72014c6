import { type Picture, type Refusal, refuse } from './image.ts'

const MAX_SEGMENTS = 1000
/** Each scan of a progressive picture costs a pass over all its pixels. */
const MAX_SCANS = 100
/** Marker, length, precision, height and width of a frame header. */
const FRAME_HEADER_BYTES = 9

const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const COMMENT = 0xfe
/** Frame headers; the three left out are tables, an extension and arithmetic conditioning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Markers without a length after them. */
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7
const isBare = (marker: number): boolean => marker === 0x01 || isRestart(marker)

/** Application segments that affect how pixels look: density, orientation, colour profile, colour transform. */
const NEEDED: Readonly<Record<number, string>> = {
  224: 'JFIF\0',
  225: 'Exif\0\0',
  226: 'ICC_PROFILE\0',
  238: 'Adobe',
}
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/** Reads a JPEG file segment by segment, up to its end marker. Every step moves forward and stays within the file. */
export function readJpeg(file: Buffer): Picture | Refusal {
  const needed = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let scans = 0
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    if (file[at] !== 0xff && at < file.length) return refuse('is damaged: its parts do not match')
    // A marker may be preceded by any number of fill bytes.
    while (file[at + 1] === 0xff) at += 1
    const marker = file[at + 1]
    if (marker === undefined) return refuse('ends in the middle')
    if (marker === END_OF_IMAGE) {
      if (!size || scans === 0) return refuse('has no pixels')
      // Ignore everything after the end marker.
      return { type: 'image/jpeg', ...size, bytes: Buffer.concat([...needed, file.subarray(at, at + 2)]) }
    }
    if (marker === 0 || marker === START_OF_IMAGE || isBare(marker)) {
      return refuse('is damaged: its parts do not match')
    }
    if (at + 4 > file.length) return refuse('ends in the middle')
    const length = file.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2) return refuse('is damaged: one of its parts has no length')
    if (end > file.length) return refuse('has a part that is longer than the file')
    if (isFrame(marker)) {
      if (size || at + FRAME_HEADER_BYTES > end) return refuse('is damaged: it must have one header')
      size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    }
    if (marker === START_OF_SCAN) {
      scans += 1
      if (scans > MAX_SCANS) return refuse(`is drawn in more than ${MAX_SCANS} scans`)
      end = findScanEnd(file, end)
    }
    if (isNeeded(marker, file.subarray(at + 4, end))) needed.push(file.subarray(at, end))
    at = end
  }
  return refuse(`has more than ${MAX_SEGMENTS} parts`)
}

/** The next marker after the pixels of a scan. Within them, 0xFF is followed by zero or is a restart marker. */
function findScanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const marker = file[at + 1]
    if (marker !== undefined && marker !== 0 && !isRestart(marker)) return at
  }
  return file.length
}

function isNeeded(marker: number, data: Buffer): boolean {
  if (!isApplication(marker)) return marker !== COMMENT
  const name = NEEDED[marker]
  return name !== undefined && data.toString('latin1', 0, name.length) === name
}
