import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { codeOf } from '../../shared/error-code.ts'
import { fields } from '../../shared/json.ts'
import { UserFacingError } from '../../shared/user-facing-error.ts'

/**
 * Archives of backups and exports: a tar file compressed with Zstandard, whose last entry lists the SHA-256 of every other
 * one. An archive without it was cut off.
 */

/** The list of all entries, at the end of the archive. */
const SUMS = 'SHA256SUMS.json'

/** An archive is damaged, cut off, or not one of ours. */
export class ArchiveError extends UserFacingError {
  override readonly name = 'ArchiveError'
}

export interface EntryHead {
  /** Path in the archive, with slashes. That of a folder ends in one. */
  name: string
  /** In bytes; 0 for a folder. */
  size: number
  mode?: number
}

export interface Entry extends EntryHead {
  /** To be read to its end before the next entry. */
  content: AsyncIterable<Uint8Array>
}

/** Adds entries to an archive, one after the other. */
export interface ArchiveWriter {
  /** Returns the SHA-256 of the content in hexadecimal. */
  add(head: EntryHead, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<string>
}

/** The name of an entry of a tar file: that of a folder ends in a slash. */
export const nameOf = ({ name, type }: { name: string; type?: string }): string =>
  type === 'directory' && !name.endsWith('/') ? `${name}/` : name

/** Whether a name may become a path below a folder. */
const isSafe = (name: string): boolean =>
  name !== '' && !name.startsWith('/') && !/[\\\0:]/.test(name) && !name.split('/').includes('..')

/** Writes an archive to `sink` while `fill` adds its entries. Either throws, or the archive is complete. */
export async function writeArchive(
  sink: NodeJS.WritableStream,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const written = pipeline(Readable.fromWeb(readable), compress, sink)
  const sums: Record<string, string> = {}
  const add: ArchiveWriter['add'] = async (head, content) => {
    const isFolder = head.name.endsWith('/')
    const entry = controller.add({ mtime: new Date(0), ...head, type: isFolder ? 'directory' : 'file' })
    const writer = entry.getWriter()
    const hash = createHash('sha256')
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      hash.update(chunk)
      await writer.write(chunk)
    }
    await writer.close()
    const sum = hash.digest('hex')
    if (!isFolder) sums[head.name] = sum
    return sum
  }
  const filled = (async () => {
    await fill({ add })
    const content = Buffer.from(JSON.stringify(sums))
    await add({ name: SUMS, size: content.length }, content)
    controller.finalize()
  })().catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  // If the sink fails, the packer stops, and `fill` fails with it.
  await Promise.all([filled, written])
}

/**
 * Reads an archive, and passes each entry to `take`. Throws ArchiveError if any part differs from what was written; the
 * entries that `take` has received must then not be used.
 */
export async function readArchive(source: Readable, take: (entry: Entry) => Promise<void>): Promise<void> {
  const decompress = createZstdDecompress()
  const piped = pipeline(source, decompress)
  piped.catch(() => {})
  const sums = new Map<string, string>()
  let recorded: Record<string, unknown> | undefined
  try {
    const entries = ReadableStream.from<Uint8Array>(decompress).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      const { size, mode = 0o600, type } = header
      const name = nameOf(header)
      if (!isSafe(name) || (type !== 'file' && type !== 'directory'))
        throw new ArchiveError(`The archive has an entry that does not belong there: ${name.slice(0, 100)}.`)
      if (recorded !== undefined) throw damaged('there is something behind its end')
      if (name === SUMS) {
        recorded = fields(JSON.parse(await readText(body)))
        continue
      }
      const hash = createHash('sha256')
      await take({ name, size, mode, content: hashed(body, hash) })
      if (type === 'file') sums.set(name, hash.digest('hex'))
    }
    await piped
  } catch (error) {
    throw error instanceof UserFacingError || isOfSystem(error) ? error : damaged(messageOf(error))
  }
  if (recorded === undefined) throw damaged('its end is missing')
  const wrong = [...sums].find(([name, sum]) => recorded[name] !== sum)?.[0]
  if (wrong !== undefined) throw damaged(`${wrong} was changed`)
  if (Object.keys(recorded).length !== sums.size) throw damaged('entries are missing')
}

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

const damaged = (how: string): ArchiveError => new ArchiveError(`The archive is damaged: ${how}. Use another backup.`)

/** Whether an error is one of the file system, such as a full disk, and not of the archive. */
const isOfSystem = (error: unknown): boolean => /^E[A-Z]+$/.test(codeOf(error))

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/** The whole content of a small entry. */
export async function readText(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
