import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLeftovers, removeLeftover } from '@plumbline/embedded-postgres'
import { readJson } from '@plumbline/embedded-postgres/private-files'
import { processLife } from '@plumbline/embedded-postgres/process-life'

/** Names the process that uses a folder. */
const OWNER = 'owner.json'

/**
 * A new folder for the databases of this process, which every account may enter, because root runs them as another. First
 * removes what processes that are gone left in theirs: one that was killed removes nothing.
 */
export async function makeTemporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    if (name.startsWith(prefix) && (await isAbandoned(folder))) await removeTemporaryFolder(folder)
  }
  const folder = await mkdtemp(join(parent, prefix))
  await writeFile(join(folder, OWNER), JSON.stringify({ pid: process.pid, life: await processLife(process.pid) }))
  await chmod(folder, 0o755)
  return folder
}

/** Removes a folder with its databases, also those that root has outside. Servers that a killed process left are stopped. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  for (const dataDir of [folder, join(folder, 'database')]) {
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
    if (cluster === undefined) continue
    const { name }: { name?: unknown } = Object(await readJson(join(cluster, 'plumbline.json')).catch(() => undefined))
    if (typeof name === 'string') await removeLeftover({ folder: cluster, name })
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** Removes databases of temporary data folders that are gone: those of services that tests and benches started. */
export async function removeTemporaryLeftovers(): Promise<void> {
  const parent = await realpath(tmpdir())
  for (const leftover of await findLeftovers())
    if (leftover.dataDir.startsWith(join(parent, '/'))) await removeLeftover(leftover)
}

/** Folders without an owner are left alone: they may be just being made. */
async function isAbandoned(folder: string): Promise<boolean> {
  const owner: unknown = await readJson(join(folder, OWNER)).catch(() => undefined)
  const { pid, life }: { pid?: unknown; life?: unknown } = Object(owner)
  return typeof pid === 'number' && life !== (await processLife(pid))
}
