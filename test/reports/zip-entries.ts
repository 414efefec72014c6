import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'

/** The files in a ZIP file as text, by their names, with the time (MS-DOS) that each has. */
export function zipEntries(zip: Buffer): Map<string, { text: string; time: number }> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  assert.ok(end >= 0, 'the file is a ZIP file')
  const entries = new Map<string, { text: string; time: number }>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    assert.ok(name !== undefined && extra !== undefined && comment !== undefined)
    const local = zip.readUInt32LE(at + 42)
    assert.equal(zip.readUInt32LE(local + 10), zip.readUInt32LE(at + 12), 'both records of an entry have its time')
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + size)
    const text = (method === 0 ? data : inflateRawSync(data)).toString('utf8')
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), { text, time: zip.readUInt32LE(at + 12) })
    at += 46 + name + extra + comment
  }
  return entries
}
