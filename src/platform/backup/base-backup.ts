import { createTarDecoder } from 'modern-tar'
import pg from 'pg'
import { fields, list, text } from '../../shared/json.ts'
import { type Entry, nameOf } from './archive.ts'
import { readCopy } from './copy.ts'

/** PostgreSQL's own list of the files of a base backup, by path, with their SHA-256. */
type Manifest = ReadonlyMap<string, string>

/**
 * The files of a running server with the write-ahead log that makes them consistent, over its replication protocol
 * (https://www.postgresql.org/docs/18/protocol-replication.html, BASE_BACKUP). The server verifies the checksums of its
 * pages. Passes each file to `take`, and returns the server's manifest as text. Throws the error of the server.
 */
export async function readBaseBackup(
  ownerUrl: string,
  take: (entry: Entry) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'true')
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  const abort = (): void => void client.end().catch(() => {})
  signal?.addEventListener('abort', abort)
  try {
    await client.connect()
    // The server retains all of its log from here on, however long the backup takes; the slot ends with the connection.
    await client.query(`CREATE_REPLICATION_SLOT backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    const messages = readCopy(
      client,
      `BASE_BACKUP (LABEL 'plumbline', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    )
    return await separate(messages, take)
  } finally {
    signal?.removeEventListener('abort', abort)
    await client.end().catch(() => {})
  }
}

/**
 * Separates the messages by their first byte: the start of an archive or of the manifest, data of either, or progress.
 */
async function separate(messages: AsyncIterable<Buffer>, take: (entry: Entry) => Promise<void>): Promise<string> {
  const manifest: Buffer[] = []
  const { readable, writable } = createTarDecoder({ strict: true })
  const writer = writable.getWriter()
  const taken = (async () => {
    for await (const { header, body } of readable) {
      await take({ name: nameOf(header), size: header.size, mode: header.mode ?? 0o600, content: body })
    }
  })()
  taken.catch((error: unknown) => void writer.abort(error).catch(() => {}))
  let archives = 0
  let isManifest = false
  try {
    for await (const message of messages) {
      const kind = String.fromCharCode(message[0] ?? 0)
      // Tablespaces outside the data folder would be archives of their own; the embedded server has none.
      if (kind === 'n' && ++archives > 1) throw new Error('the database has tablespaces, which a backup cannot contain')
      if (kind === 'm') isManifest = true
      if (kind !== 'd') continue
      const data = message.subarray(1)
      if (isManifest) manifest.push(data)
      else await writer.write(data)
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
    await taken
    throw error
  }
  await taken
  return Buffer.concat(manifest).toString('utf8')
}

/** The files that a manifest lists. */
export function readManifest(manifest: string): Manifest {
  const files = list(fields(JSON.parse(manifest)).Files).map((file) => {
    const { Path, Checksum } = fields(file)
    return [text(Path) ?? '', text(Checksum) ?? ''] as const
  })
  return new Map(files)
}

/** The files whose content differs from the manifest, or that are missing. `sums` are SHA-256 by path. */
export const findDifferences = (manifest: Manifest, sums: ReadonlyMap<string, string>): string[] =>
  [...manifest].filter(([path, sum]) => sums.get(path) !== sum).map(([path]) => path)
