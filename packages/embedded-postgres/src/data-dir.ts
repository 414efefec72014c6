import { chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const PRIVATE = 0o700
/** Other accounts may pass through, but not list the folder; every file in it is private by its own mode. */
const PASSABLE = 0o711

/** Creates the data folder with mode 0700. A folder that exists keeps its mode. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: PRIVATE }).catch(async (error: unknown) => {
    const isFolder = await stat(dataDir).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isFolder) throw error
  })
}

/**
 * Removes the rights of other accounts to the data folder. With `passable`, the account that runs the database may still
 * pass through. Returns the resulting mode: if the folder belongs to someone else, or the file system has no modes, it
 * cannot be changed, and the service must start nevertheless.
 */
export async function closeDataDir(dataDir: string, { passable = false } = {}): Promise<number> {
  const wanted = passable ? PASSABLE : PRIVATE
  const { mode } = await stat(dataDir)
  if ((mode & 0o777) !== wanted) await chmod(dataDir, wanted).catch(() => {})
  return (await stat(dataDir)).mode & 0o777
}

/** Whether the folder contains database files of another account, which must be able to pass through to them. */
export async function containsForeignDatabase(dataDir: string): Promise<boolean> {
  const found = await lstat(join(dataDir, 'postgres')).catch(() => undefined)
  return found?.isDirectory() === true && process.getuid !== undefined && found.uid !== process.getuid()
}

/** Describes what other accounts may do with the data folder. Throws if they may do more than pass through. */
export async function describeDataDir(dataDir: string): Promise<string> {
  if (process.platform === 'win32') return 'protected by the access lists of the system'
  const found = await stat(dataDir).catch(() => undefined)
  if (!found) return 'does not exist yet: the service creates it'
  const mode = found.mode & 0o777
  const name = mode.toString(8).padStart(4, '0')
  if ((mode & 0o077) === 0) return `${name}: for its owner only`
  if ((mode & 0o066) === 0) {
    return `${name}: the account that runs the database passes through it, because the database cannot be moved out; nobody else can list it`
  }
  throw new Error(`${dataDir} has mode ${name}: other accounts can list it`)
}
