import type { Stats } from 'node:fs'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The system account that runs the server if this process runs as root. */
export interface ServerUser {
  name: string
  uid: number
  gid: number
}

/**
 * The first folder in `path`, which may be its last one, that the account may not enter. Undefined if it may enter all
 * of them, or if the server runs as our own user.
 */
export async function findClosedFolder(path: string, user: ServerUser | undefined): Promise<string | undefined> {
  if (user === undefined) return undefined
  const folders = [await realpath(path)]
  for (let folder = folders[0] ?? ''; folder !== dirname(folder); folder = dirname(folder))
    folders.unshift(dirname(folder))
  for (const folder of folders) if (!mayEnter(await stat(folder), user)) return folder
  return undefined
}

function mayEnter(stats: Stats, user: ServerUser): boolean {
  if (stats.uid === user.uid) return (stats.mode & 0o100) !== 0
  return (stats.mode & (stats.gid === user.gid ? 0o010 : 0o001)) !== 0
}

/** Creates a folder that every account may enter, whatever the umask. A folder that exists keeps its mode. */
export async function makeOpenFolder(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  await makeOpenFolder(dirname(path))
  await mkdir(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await chmod(path, 0o755)
}
