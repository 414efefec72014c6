import { randomBytes } from 'node:crypto'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from './access.ts'
import type { PostgresBinaries } from './binaries.ts'
import { EmbeddedPostgresError, serverFailure } from './errors.ts'
import { chooseParent } from './location.ts'
import { readJson, syncFolder, writePrivately } from './private-files.ts'
import { runProgram } from './programs.ts'

export interface Cluster {
  /** Real path of the server's data folder. */
  folder: string
  /** Unique name that is in the command line of every process of this cluster. */
  name: string
  password: string
  user: ServerUser | undefined
}

export const SUPERUSER = 'plumbline'

/** The account that runs the server: the owner of an existing cluster, so that its files stay readable if `defaultUser` changes. */
export async function findOwner(link: string, defaultUser: ServerUser | undefined): Promise<ServerUser | undefined> {
  const owner = await stat(link).catch(() => undefined)
  if (defaultUser === undefined || owner === undefined || owner.uid === 0 || owner.uid === defaultUser.uid)
    return defaultUser
  return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
}

/** The cluster of a data folder; undefined if there is none yet. */
export async function findCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<Cluster | undefined> {
  const link = join(dataDir, 'postgres')
  if (!(await lstat(link).catch(() => undefined))) return undefined
  const folder = await realpath(link).catch(() => {
    throw new EmbeddedPostgresError(
      `${link} points to a database folder that is gone. Bring that folder back, or delete the link to start with an empty database.`,
    )
  })
  const owner = await stat(folder)
  if (user === undefined && process.getuid !== undefined && owner.uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to another user (number ${owner.uid}); a start as root made it so. Start as root again, give the folder to yourself, or set PLUMBLINE_DATA_DIR to another folder.`,
    )
  }
  if (user !== undefined && owner.uid === 0) await giveTo(folder, user)
  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const content: unknown = await readJson(join(folder, 'plumbline.json')).catch(() => undefined)
  const { name, password }: { name?: unknown; password?: unknown } = Object(content)
  if (major === '' || typeof name !== 'string' || typeof password !== 'string') {
    throw new EmbeddedPostgresError(
      `${folder} is not a database that Plumbline made, or parts of it are missing. Restore it from a backup, or move it away to start with an empty database.`,
    )
  }
  if (major !== binaries.version.split('.')[0]) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by PostgreSQL ${major}, this version brings PostgreSQL ${binaries.version}. Run the version of Plumbline that made it, dump the data and load it into a new data folder.`,
    )
  }
  return { folder, name, password, user }
}

/**
 * Gives a copied cluster a name of its own. Otherwise a start on the copy would stop the processes of the original,
 * which are found by the name.
 */
export async function renameCluster(folder: string): Promise<void> {
  const file = join(folder, 'plumbline.json')
  const content: unknown = await readJson(file)
  await writePrivately(file, { ...Object(content), name: `plumbline-${randomBytes(8).toString('hex')}` })
}

/**
 * Gives a folder to the server's account, with the mode that PostgreSQL requires: a backup that root restored belongs
 * to root. Does not follow links, so that the account does not become the owner of other files.
 */
async function giveTo(folder: string, user: ServerUser): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await chmod(folder, 0o700)
  await lchown(folder, user.uid, user.gid)
}

/** Creates the cluster under a temporary name and renames it when it is complete and on disk, so that an interrupted start leaves nothing that looks like a database. */
export async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  systemDir: string,
): Promise<Cluster> {
  for (const file of await readdir(dataDir)) {
    if (file.startsWith('postgres.new-')) await rm(join(dataDir, file), { recursive: true, force: true })
  }
  const id = randomBytes(8).toString('hex')
  const name = `plumbline-${id}`
  const password = randomBytes(24).toString('hex')
  const link = join(dataDir, 'postgres')
  const parent = await chooseParent(dataDir, user, systemDir)
  const isElsewhere = parent !== dataDir
  const folder = isElsewhere ? join(parent, id) : link
  const staging = join(parent, `postgres.new-${id}`)
  const passwordFile = `${staging}.password`
  try {
    await mkdir(staging, { mode: 0o700 })
    await writeFile(passwordFile, password, { flag: 'wx', mode: 0o600 })
    if (user !== undefined) await Promise.all([staging, passwordFile].map((path) => lchown(path, user.uid, user.gid)))
    await runInitdb(binaries, user, staging, passwordFile)
    await writePrivately(join(staging, 'plumbline.json'), { name, password })
    if (user !== undefined) await lchown(join(staging, 'plumbline.json'), user.uid, user.gid)
    await rename(staging, folder)
    if (isElsewhere) await symlink(folder, link)
    await syncFolder(parent)
    await syncFolder(dataDir)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(staging, { recursive: true, force: true })
  }
  return { folder, name, password, user }
}

async function runInitdb(
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const initdb = join(binaries.binDir, 'initdb')
  const target = [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, `--username=${SUPERUSER}`, '--auth=scram-sha-256']
  // Case mapping covers all of Unicode and order is by code point: the same on every system and in every later version.
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = await runProgram(initdb, [...target, ...text, '--no-sync', '--no-instructions'], user)
  if (made.code !== 0) throw serverFailure('The embedded database could not be set up', made.output)
  const synced = await runProgram(initdb, [`--pgdata=${folder}`, '--sync-only'], user)
  if (synced.code !== 0) throw serverFailure('The embedded database could not be written to disk', synced.output)
}
