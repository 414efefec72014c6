/** Signatures of ZIP records and the places of their times. Source: PKWARE's APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL = { signature: 0x04034b50, time: 10 }
const CENTRAL = {
  signature: 0x02014b50,
  time: 12,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  local: 42,
  size: 46,
}
const END = { signature: 0x06054b50, size: 22, count: 10, start: 16 }

/** The ZIP file with this time (UTC, even seconds) on each of its entries, so that the time of writing does not show. */
export function setZipTimes(zip: Buffer, at: Date): Buffer {
  const bytes = Buffer.from(zip)
  const end = bytes.length - END.size
  if (bytes.readUInt32LE(end) !== END.signature) throw new Error('the ZIP file has no end record where it is expected')
  const [time, date] = toDosTime(at)
  const write = (record: number): void => {
    bytes.writeUInt16LE(time, record)
    bytes.writeUInt16LE(date, record + 2)
  }
  let record = bytes.readUInt32LE(end + END.start)
  for (let left = bytes.readUInt16LE(end + END.count); left > 0; left--) {
    const local = bytes.readUInt32LE(record + CENTRAL.local)
    if (bytes.readUInt32LE(record) !== CENTRAL.signature || bytes.readUInt32LE(local) !== LOCAL.signature) {
      throw new Error('the ZIP file has an entry that cannot be read')
    }
    write(record + CENTRAL.time)
    write(local + LOCAL.time)
    const lengths = [CENTRAL.nameLength, CENTRAL.extraLength, CENTRAL.commentLength]
    record += lengths.reduce((size, place) => size + bytes.readUInt16LE(record + place), CENTRAL.size)
  }
  return bytes
}

/** Time and date in MS-DOS's form, which begins in 1980. */
function toDosTime(at: Date): [time: number, date: number] {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}
