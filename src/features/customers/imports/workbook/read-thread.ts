import { readFirstSheet, type TableRow } from './sheet.ts'
import { UnreadableFile } from './unzip.ts'

/** Runs in a thread of the isolated pool: the rows of a workbook, or undefined if it cannot be read. */
export default function readInThread(input: { bytes: Uint8Array; maxRows: number }): TableRow[] | undefined {
  const { bytes, maxRows } = input
  try {
    return readFirstSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), maxRows)
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}
