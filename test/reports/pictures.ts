import { crc32, deflateSync } from 'node:zlib'

/** A real PNG picture of one colour. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const lines = Buffer.alloc(height * (1 + 3 * width), 0x5a)
  for (let y = 0; y < height; y++) lines[y * (1 + 3 * width)] = 0
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** The segments of a JPEG picture, up to the frame header and the end: all that is read of one. */
export function jpeg(width: number, height: number, marker = 0xc0): Buffer {
  const size = Buffer.alloc(5)
  size.writeUInt8(8)
  size.writeUInt16BE(height, 1)
  size.writeUInt16BE(width, 3)
  // A preview inside another segment, as cameras write it, with a frame header of its own.
  const preview = Buffer.from('ffd8ffc0000b080001000100', 'hex')
  const segments = [segment(0xe1, preview), segment(0xc4, Buffer.alloc(4)), Buffer.from([0xff]), segment(marker, size)]
  return Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, Buffer.from('ffd9', 'hex')])
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
