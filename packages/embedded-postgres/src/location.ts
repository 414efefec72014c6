import { randomBytes } from 'node:crypto'
import { lstat, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findClosedFolder, makeOpenFolder, type ServerUser } from './access.ts'
import { closeDataDir } from './data-dir.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { syncFolder } from './private-files.ts'

/**
 * Where the files of the database are. The data folder is private to its owner. If root runs the database as another
 * account, that account cannot reach files inside it, so they are in the system folder, and the data folder has a link.
 */

/** The system folder by default. */
export const SYSTEM_DIR = '/var/lib/plumbline'

/** The folder to create a cluster in. If the system folder is on another file system (a container with a volume), that is the data folder. */
export async function chooseParent(dataDir: string, user: ServerUser | undefined, systemDir: string): Promise<string> {
  if (user === undefined) return dataDir
  const isOutOfReach = (await findClosedFolder(dirname(dataDir), user)) !== undefined
  const outside = await findOutside(dataDir, user, systemDir).catch((error: unknown) => {
    if (isOutOfReach) throw error
    return undefined
  })
  if (outside !== undefined && (isOutOfReach || outside.isOnSameDisk)) return outside.parent
  await closeDataDir(dataDir, { passable: true })
  return dataDir
}

/** Finishes a move that was interrupted between its two renames. */
export async function finishMove(dataDir: string): Promise<void> {
  const [link, marker] = [join(dataDir, 'postgres'), join(dataDir, 'postgres.moved')]
  if (!(await exists(marker))) return
  if (await exists(link)) await rm(marker)
  else await rename(marker, link)
}

/**
 * Makes the data folder private. If another account runs the database, first moves the database's files out of it; if that
 * is not possible, they stay, and the account may pass through. Returns the folder of the files. Must not be called while a
 * server uses them.
 */
export async function closeAround(
  dataDir: string,
  folder: string,
  user: ServerUser | undefined,
  { systemDir, log }: { systemDir: string; log: (line: string) => void },
): Promise<string> {
  if (user === undefined) {
    await closeDataDir(dataDir)
    return folder
  }
  const isInside = folder === join(dataDir, 'postgres')
  const moved = isInside ? await moveOut(dataDir, folder, user, systemDir) : undefined
  const place = moved ?? folder
  const passable = place === join(dataDir, 'postgres')
  await closeDataDir(dataDir, { passable })
  if (passable)
    log(`the database cannot be moved out of ${dataDir}: ${user.name} passes through that folder (mode 0711)`)
  const closed = await findClosedFolder(place, user)
  if (closed === undefined) return place
  throw new EmbeddedPostgresError(
    `The user ${user.name}, which runs the embedded database, may no longer enter ${closed}. Let it in, or move ${dataDir} to a place that it can reach.`,
  )
}

/** Returns undefined, with nothing changed, if the files cannot be moved to the system folder in one rename. */
async function moveOut(
  dataDir: string,
  folder: string,
  user: ServerUser,
  systemDir: string,
): Promise<string | undefined> {
  const marker = join(dataDir, 'postgres.moved')
  try {
    const outside = await findOutside(dataDir, user, systemDir)
    if (!outside?.isOnSameDisk) return undefined
    const place = join(outside.parent, randomBytes(8).toString('hex'))
    // The link is on disk before the files move, so after a crash the next start finds either the files or the link.
    await symlink(place, marker)
    await syncFolder(dataDir)
    await rename(folder, place)
    await syncFolder(outside.parent)
    await rename(marker, folder)
    await syncFolder(dataDir)
    return place
  } catch (error) {
    if (!(await exists(folder))) throw error
    await rm(marker, { force: true })
    return undefined
  }
}

async function findOutside(
  dataDir: string,
  user: ServerUser,
  systemDir: string,
): Promise<{ parent: string; isOnSameDisk: boolean } | undefined> {
  await makeOpenFolder(join(systemDir, 'clusters'))
  const parent = await realpath(join(systemDir, 'clusters'))
  if ((await findClosedFolder(parent, user)) !== undefined) return undefined
  const [inside, outside] = [await stat(dataDir), await stat(parent)]
  return { parent, isOnSameDisk: inside.dev === outside.dev }
}

const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined
