import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveWriter, writeArchive } from '../../platform/backup/archive.ts'
import { findDifferences, readBaseBackup, readManifest } from '../../platform/backup/base-backup.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { type BackupInfo, describeContents, INFO_NAME } from './contents.ts'
import { BackupFailure } from './failure.ts'

export interface BackupSource {
  /** Connection string of the owner of the embedded database. */
  ownerUrl: string
  dataDir: string
  /** Adds the secret keys of the data folder. */
  withSecretKeys: boolean
  signal?: AbortSignal
}

const SECRET_FILES = ['secret-key', 'secret-keys-old']

/** Writes a backup of the running embedded database, and of the certificates in the data folder, to `sink`. */
export async function writeBackup(source: BackupSource, sink: NodeJS.WritableStream): Promise<BackupInfo> {
  const { ownerUrl, dataDir, withSecretKeys, signal } = source
  const info = await describe(ownerUrl, withSecretKeys)
  await writeArchive(sink, async (archive) => {
    await addText(archive, INFO_NAME, JSON.stringify(info, null, 2))
    const sums = new Map<string, string>()
    const add = async ({ name, size, mode, content }: Parameters<Parameters<typeof readBaseBackup>[1]>[0]) => {
      const head = { name: `postgres/${name}`, size, ...(mode !== undefined && { mode }) }
      sums.set(name, await archive.add(head, content))
    }
    const manifest = await readBaseBackup(ownerUrl, add, signal)
    const [different] = findDifferences(readManifest(manifest), sums)
    if (different !== undefined)
      throw new BackupFailure(`The backup differs from the database in ${different}. Make another one.`)
    await addText(archive, 'postgres/backup_manifest', manifest)
    const certificates = await readdir(join(dataDir, 'tls')).catch(() => [])
    await addFiles(archive, dataDir, [
      ...certificates.map((name) => `tls/${name}`),
      ...(withSecretKeys ? SECRET_FILES : []),
    ])
  })
  return info
}

async function describe(ownerUrl: string, hasSecretKeys: boolean): Promise<BackupInfo> {
  const { db, pool } = openDatabase(ownerUrl, { poolSize: 1, onError: () => {} })
  try {
    return await describeContents(db, hasSecretKeys)
  } finally {
    await pool.end()
  }
}

async function addText(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const content = Buffer.from(text, 'utf8')
  await archive.add({ name, size: content.length, mode: 0o600 }, content)
}

async function addFiles(archive: ArchiveWriter, dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const content = await readFile(join(dataDir, name)).catch(() => undefined)
    if (content) await archive.add({ name: `data/${name}`, size: content.length, mode: 0o600 }, content)
  }
}
