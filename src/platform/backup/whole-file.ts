import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { syncFolder } from '@plumbline/embedded-postgres/private-files'
import { processLife, UNKNOWN_LIFE } from '@plumbline/embedded-postgres/process-life'
import { UserFacingError } from '../../shared/user-facing-error.ts'

const DRAFT = /^\.plumbline_(\d+)_([\w.-]+)_[0-9a-f]{12}\.part$/

/**
 * Writes a large file, readable for its owner only, that does not exist before it is complete and on disk. `fill`
 * writes the content to a stream. A killed process leaves a hidden draft, which the next call for this folder removes.
 */
export async function writeWholeFile(
  path: string,
  fill: (sink: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  const folder = dirname(path)
  if (await lstat(path).catch(() => undefined))
    throw new UserFacingError(`${path} exists already. Name another file, or delete this one.`)
  await removeAbandonedDrafts(folder)
  const life = (await processLife(process.pid)) ?? UNKNOWN_LIFE
  const draft = join(folder, `.plumbline_${process.pid}_${life}_${randomBytes(6).toString('hex')}.part`)
  // With `flush`, closing the stream waits until the file is on disk.
  const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await Promise.all([fill(sink), finished(sink)])
    await rename(draft, path)
    await syncFolder(folder)
  } catch (error) {
    sink.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

/** Removes the drafts of processes that were killed. */
async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, life] = DRAFT.exec(name) ?? []
    if (pid === undefined || (await processLife(Number(pid))) === life) continue
    await rm(join(folder, name), { force: true })
  }
}
