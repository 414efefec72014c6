import { createHash } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Snapshot, SnapshotResponse } from '../../engine/model/snapshot.ts'
import { fields, text, texts } from '../../shared/json.ts'
import { UserFacingError } from '../../shared/user-facing-error.ts'
import { MAX_PACKED_BYTES, tooLargeFailure } from '../transport/sizes.ts'
import { compressChunks, jsonChunks } from './json-chunks.ts'

const FORMAT = 'plumbline-snapshot/1'
/** Far larger than any tenant; a file that unpacks to more is not ours. */
const MAX_SNAPSHOT_BYTES = 1024 * 1024 * 1024

/** The file is not a snapshot; the message says why. */
export class SnapshotFileError extends UserFacingError {
  constructor(message: string) {
    super(message)
    this.name = 'SnapshotFileError'
  }
}

/** Reads the text of a snapshot file. Throws `SnapshotFileError`. */
export function parseSnapshot(file: string): Snapshot {
  const content = fields(parseJson(file))
  if (content.format === undefined) {
    throw new SnapshotFileError(`The file is not a snapshot: it has no "format"; expected "${FORMAT}".`)
  }
  if (content.format !== FORMAT) {
    throw new SnapshotFileError(
      `The file has the format ${JSON.stringify(content.format)}; this version reads only "${FORMAT}".`,
    )
  }
  const { responses } = content
  if (typeof responses !== 'object' || responses === null || Array.isArray(responses)) {
    throw new SnapshotFileError('The snapshot has no "responses", or they are not an object.')
  }
  return {
    format: FORMAT,
    tenantId: readTenantId(content.tenantId),
    collectedAt: readTime(content.collectedAt, 'The snapshot'),
    ...(content.permissions !== undefined && { permissions: texts(content.permissions) }),
    responses: Object.fromEntries(Object.entries(responses).map(([key, value]) => [key, readResponse(key, value)])),
  }
}

/** How deep a snapshot is split: itself, its responses, and each response. */
const SNAPSHOT_LEVELS = 3

/** The text of a snapshot file, in pieces. */
export const writeSnapshot = (snapshot: Snapshot): Iterable<string> => jsonChunks(snapshot, SNAPSHOT_LEVELS)

/**
 * Compresses a snapshot (Zstandard); `sha256` is of the compressed bytes, in lower-case hexadecimal. Throws
 * `CollectFailure` if they exceed the maximum size.
 */
export async function packSnapshot(snapshot: Snapshot): Promise<{ bytes: Buffer; sha256: string }> {
  const bytes = await compressChunks(writeSnapshot(snapshot), MAX_PACKED_BYTES)
  if (!bytes) throw tooLargeFailure()
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Reads what `packSnapshot` wrote, or the same compressed with gzip. Throws `SnapshotFileError`. */
export function unpackSnapshot(bytes: Uint8Array): Snapshot {
  return parseSnapshot(decompress(bytes).toString('utf8'))
}

function decompress(bytes: Uint8Array): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const options = { maxOutputLength: MAX_SNAPSHOT_BYTES }
    return isGzip ? gunzipSync(bytes, options) : zstdDecompressSync(bytes, options)
  } catch {
    throw new SnapshotFileError('The compressed snapshot cannot be unpacked: it is damaged or has another format.')
  }
}

function parseJson(file: string): unknown {
  try {
    const content: unknown = JSON.parse(file.replace(/^\uFEFF/, ''))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
  } catch {
    throw new SnapshotFileError('The file is not JSON.')
  }
  throw new SnapshotFileError('The file is not a snapshot: its JSON is not an object.')
}

function readTenantId(value: unknown): string {
  const tenantId = text(value)
  if (!tenantId) throw new SnapshotFileError('The snapshot has no "tenantId".')
  return tenantId
}

function readTime(value: unknown, owner: string): string {
  const time = text(value)
  if (time === undefined) throw new SnapshotFileError(`${owner} has no "collectedAt".`)
  if (Number.isNaN(Date.parse(time))) throw new SnapshotFileError(`${owner} has a "collectedAt" that is not a time.`)
  return time
}

function readResponse(key: string, value: unknown): SnapshotResponse {
  const owner = `The response ${JSON.stringify(key)}`
  const response = fields(value)
  const { status } = response
  if (typeof status !== 'number' || !Number.isInteger(status)) {
    throw new SnapshotFileError(`${owner} has no "status", or it is not a whole number.`)
  }
  const error = fields(response.error)
  return {
    status,
    collectedAt: readTime(response.collectedAt, owner),
    ...(response.value !== undefined && { value: response.value }),
    ...(typeof response.truncated === 'number' && { truncated: response.truncated }),
    ...(response.error !== undefined && {
      error: { code: text(error.code) ?? '', message: text(error.message) ?? '' },
    }),
  }
}
