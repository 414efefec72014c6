import { lchown, lstat, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from './access.ts'
import { errorCode } from './errors.ts'
import { SYSTEM_DIR } from './location.ts'
import { stopOrphans } from './orphans.ts'
import { readJson, writePrivately } from './private-files.ts'

/** Clusters in the system folder that no data folder uses any more. Deleting a data folder deletes only the link to its cluster. */
export interface Leftover {
  folder: string
  /** The unique name in the command line of its processes. */
  name: string
  /** The data folder that last used it. */
  dataDir: string
  bytes: number
}

/** Records in a cluster which data folder uses it. */
export async function recordDataDir(folder: string, dataDir: string, user: ServerUser | undefined): Promise<void> {
  const file = join(folder, 'plumbline.json')
  const content: { dataDir?: unknown } = Object(await readJson(file))
  if (content.dataDir === dataDir) return
  await writePrivately(file, { ...content, dataDir })
  if (user !== undefined) await lchown(file, user.uid, user.gid)
}

/**
 * The clusters whose data folder is gone or has another database now. Those of earlier versions are left out until their next start,
 * because they do not say where their data folder is.
 */
export async function findLeftovers(systemDir = SYSTEM_DIR): Promise<Leftover[]> {
  const parent = await realpath(join(systemDir, 'clusters')).catch(() => undefined)
  if (parent === undefined) return []
  const leftovers: Leftover[] = []
  for (const entry of await readdir(parent)) {
    const folder = join(parent, entry)
    const content: unknown = await readJson(join(folder, 'plumbline.json')).catch(() => undefined)
    const { name, dataDir }: { name?: unknown; dataDir?: unknown } = Object(content)
    if (typeof name !== 'string' || typeof dataDir !== 'string' || (await isUsed(folder, dataDir))) continue
    leftovers.push({ folder, name, dataDir, bytes: await sizeOf(folder) })
  }
  return leftovers
}

/** Deletes a leftover with all its data, and stops its server if one still runs. */
export async function removeLeftover(leftover: Pick<Leftover, 'folder' | 'name'>): Promise<void> {
  await stopOrphans(leftover, () => {})
  await rm(leftover.folder, { recursive: true, force: true, maxRetries: 20 })
}

/** Without a link, the data folder may be about to get one: a start creates the cluster first. */
async function isUsed(folder: string, dataDir: string): Promise<boolean> {
  const code = await stat(dataDir).then(() => undefined, errorCode)
  // A folder that cannot be seen now, such as one on a server that does not answer, is not gone.
  if (code !== undefined) return code !== 'ENOENT' && code !== 'ENOTDIR'
  const link = await realpath(join(dataDir, 'postgres')).catch(() => folder)
  return link === folder
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += await lstat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      )
  return bytes
}
