import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { embeddedVersion, renameCluster, startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { closeDataDir, makeDataDir } from '@plumbline/embedded-postgres/data-dir'
import { syncFolder } from '@plumbline/embedded-postgres/private-files'
import { ArchiveError, readArchive, readText } from '../../platform/backup/archive.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { isKnownMigration } from '../../platform/database/migrate.ts'
import { opensSample } from '../../platform/database/sealed-rows.ts'
import { findMissingKey } from '../../platform/database/secret-key-ids.ts'
import { readSecretKeys } from '../../platform/secret-keys.ts'
import { createKeyRing, type KeyRing } from '../../shared/crypto/key-ring.ts'
import { type BackupInfo, countRows, findLosses, INFO_NAME, readInfo } from './contents.ts'
import { BackupFailure } from './failure.ts'

/** What was found when the database of a backup was started. */
export interface Restored {
  info: BackupInfo
  /** Rows in the restored database. */
  rows: Record<string, number>
  /** Whether the secret key opens the sealed values; `unknown` if no key was given. */
  secretKey: 'right' | 'unknown'
}

/** A folder inside the target, which contains the data until everything has been checked. */
const STAGING = '.restoring'

/** Files of the start in the staging folder, which are not moved. */
const START_FILES = ['lock', 'database.json']

/**
 * Restores a backup into an empty folder. First starts and checks its database there; if a check fails, the folder is
 * empty again. `keys` are the secret keys, the current one first, for a backup that does not contain them.
 */
export async function restoreBackup(file: string, dataDir: string, keys: readonly string[]): Promise<Restored> {
  const found = await readdir(dataDir).catch(() => [])
  if (found.some((name) => name !== STAGING))
    throw new BackupFailure(`${dataDir} is not empty. Name a folder that is empty or does not exist.`)
  const staging = join(dataDir, STAGING)
  await makeDataDir(dataDir)
  // If root starts this, the account that runs the database must be able to traverse the folder.
  await closeDataDir(dataDir, { passable: process.getuid?.() === 0 })
  await discard(staging)
  try {
    const restored = await unpackAndCheck(file, staging, keys)
    // The database comes last: without it, the folder does not look like a restored one.
    const names = (await readdir(staging)).filter((name) => !START_FILES.includes(name) && name !== 'postgres')
    for (const name of [...names, 'postgres']) await rename(join(staging, name), join(dataDir, name))
    await rm(staging, { recursive: true })
    await syncFolder(dataDir)
    return restored
  } catch (error) {
    await discard(staging)
    throw error
  }
}

/** Checks a backup by restoring it into a temporary folder. */
export async function checkBackup(file: string, keys: readonly string[]): Promise<Restored> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-check-'))
  try {
    await chmod(folder, 0o711)
    return await unpackAndCheck(file, join(folder, 'data'), keys, join(folder, 'system'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes a data folder with its database, which may be behind a link. */
async function discard(dataDir: string): Promise<void> {
  const cluster = await readlink(join(dataDir, 'postgres')).catch(() => undefined)
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

async function unpackAndCheck(
  file: string,
  dataDir: string,
  keys: readonly string[],
  systemDir?: string,
): Promise<Restored> {
  const info = await unpack(file, dataDir)
  const [current, ...old] = keys
  if (!info.hasSecretKeys && current !== undefined) {
    await writeFile(join(dataDir, 'secret-key'), `${current}\n`, { mode: 0o600 })
    if (old.length > 0) await writeFile(join(dataDir, 'secret-keys-old'), `${old.join('\n')}\n`, { mode: 0o600 })
  }
  await renameCluster(join(dataDir, 'postgres'))
  const stored = readSecretKeys(dataDir)
  const [first, ...others] = stored
  const server = await startEmbeddedPostgres({ dataDir, ...(systemDir !== undefined && { systemDir }) })
  try {
    return await examine(server.url, info, first === undefined ? undefined : createKeyRing(first, others))
  } finally {
    await server.stop()
  }
}

/** Unpacks a backup into a new data folder. Throws before anything is written if this version cannot use it. */
async function unpack(file: string, dataDir: string): Promise<BackupInfo> {
  let info: BackupInfo | undefined
  await readArchive(createReadStream(file), async ({ name, mode = 0o600, content }) => {
    if (info === undefined) {
      if (name !== INFO_NAME) throw new ArchiveError(`${file} is not a backup of Plumbline.`)
      info = readInfo(JSON.parse(await readText(content)))
      await requireUsable(info)
      await mkdir(dataDir, { mode: 0o700 })
      return
    }
    const inData = /^data\/(.+)$/.exec(name)?.[1] ?? name
    const path = join(dataDir, inData)
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (!name.endsWith('/')) await writeFile(path, content, { mode: mode & 0o600, flag: 'wx' })
  })
  if (info === undefined) throw new ArchiveError(`${file} is empty.`)
  return info
}

async function requireUsable({ postgres, migration, service }: BackupInfo): Promise<void> {
  const own = await embeddedVersion()
  const majorOf = (version: string): string => version.split('.')[0] ?? ''
  if (majorOf(postgres) !== majorOf(own)) {
    throw new BackupFailure(
      `The backup is of PostgreSQL ${postgres}, and this version brings PostgreSQL ${own}. Restore it with Plumbline ${service}; "plumbline export" there and "plumbline import" here move the data.`,
    )
  }
  if (!(await isKnownMigration(migration)))
    throw new BackupFailure(
      `The backup was made by a newer version of Plumbline (${service}, ${migration}). Restore it with that version.`,
    )
}

async function examine(url: string, info: BackupInfo, ring: KeyRing | undefined): Promise<Restored> {
  const { db, pool } = openDatabase(url, { poolSize: 2, onError: () => {} })
  try {
    const rows = await countRows(db, info.lastAuditId)
    const losses = findLosses(info.rows, rows)
    if (losses.length > 0) throw new ArchiveError(`Rows are missing in ${losses.join(', ')}. Use another backup.`)
    if (ring === undefined) return { info, rows, secretKey: 'unknown' }
    const missing = await findMissingKey(db, ring)
    if (missing !== undefined)
      throw new BackupFailure(`The secret key is the wrong one: ${missing}, and this one is ${ring.keys()[0]?.id}.`)
    if (!(await opensSample(db, ring)))
      throw new BackupFailure('The secret key has the right id, but opens none of the sealed values.')
    return { info, rows, secretKey: 'right' }
  } finally {
    await pool.end()
  }
}
