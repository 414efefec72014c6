import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { type Cluster, createCluster, findCluster, findOwner, SUPERUSER } from './cluster.ts'
import { lockDataDir } from './data-lock.ts'
import { type EmbeddedPostgresError, explainSystemError, serverFailure } from './errors.ts'
import { recordDataDir } from './leftovers.ts'
import { closeAround, finishMove, SYSTEM_DIR } from './location.ts'
import { stopOrphans } from './orphans.ts'
import { writePrivately } from './private-files.ts'
import { findServerUser } from './programs.ts'
import { endServer, launch, type Server } from './server.ts'
import { excludeUsers } from './sharing.ts'

export { embeddedVersion } from './binaries.ts'
export { renameCluster } from './cluster.ts'
export { findLeftovers, type Leftover, removeLeftover } from './leftovers.ts'
export { type JoinedDatabase, joinRunningDatabase } from './sharing.ts'

type Log = (line: string) => void

export interface EmbeddedPostgresOptions {
  /** Created if it is missing; the cluster is in its `postgres` folder, or behind a link of that name. */
  dataDir: string
  /** Receives each line of the server's log. */
  log?: Log
  /** Called once if the server ends without a call of `stop`. */
  onExit?: (error: EmbeddedPostgresError) => void
  /** The port to listen on; by default a free one, which differs from start to start. */
  port?: number | undefined
  /** Settings of PostgreSQL that replace ours, for a server whose data may be lost. */
  settings?: Readonly<Record<string, string>>
  /** The folder of the npm package with the binaries, if it is not where Node finds it. */
  packageDir?: string
  /** For root only: the folder for files that the server's account cannot reach in the data folder. */
  systemDir?: string
}

export interface EmbeddedPostgres {
  /** Connection string with password; changes with each start. */
  url: string
  /** Process id of the server. */
  pid: number
  /** Ends connections, waits until everything is on disk, and unlocks the data folder. */
  stop(): Promise<void>
  /** Stops as soon as no other process has joined the server. */
  stopWhenUnused(): Promise<void>
}

/**
 * Starts PostgreSQL on a data folder, which is created by the first start, and locks the folder until `stop`. Stops the
 * server of an earlier start that was killed, and recovers its data. Throws DataDirInUse if another process has the lock,
 * and EmbeddedPostgresError if the server cannot be started.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const systemDir = options.systemDir ?? SYSTEM_DIR
  let release = async () => {}
  try {
    const lock = await lockDataDir(options.dataDir, 'embedded database')
    release = lock.release
    const dataDir = await realpath(options.dataDir)
    await finishMove(dataDir)
    const user = await findOwner(join(dataDir, 'postgres'), await findServerUser())
    const copyDir = user === undefined ? dataDir : systemDir
    const binaries = await findBinaries({ user, copyDir, packageDir: options.packageDir })
    const cluster =
      (await findCluster(dataDir, binaries, user)) ?? (await createCluster(dataDir, binaries, user, systemDir))
    await stopOrphans(cluster, log)
    const folder = await closeAround(dataDir, cluster.folder, user, { systemDir, log })
    if (folder !== join(dataDir, 'postgres')) await recordDataDir(folder, dataDir, user)
    const server = await launch(binaries, { ...cluster, folder }, log, options)
    return await announce(server, cluster, { dataDir, release, onExit: options.onExit })
  } catch (error) {
    await release()
    throw explainSystemError(error, options.dataDir)
  }
}

interface Announcement {
  dataDir: string
  /** Unlocks the data folder. */
  release: () => Promise<void>
  onExit: EmbeddedPostgresOptions['onExit'] | undefined
}

/** Writes the file by which other processes find the server, and removes it when the server ends. */
async function announce(
  server: Server,
  cluster: Cluster,
  { dataDir, release, onExit }: Announcement,
): Promise<EmbeddedPostgres> {
  const { child, pid, port } = server
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`
  const addressFile = join(dataDir, 'database.json')
  const removeAddressFile = () => rm(addressFile, { force: true })
  let stopping: Promise<void> | undefined
  // If we exit without stop(), the server must stop too. If we are killed, the next start recovers the cluster.
  const stopWithUs = () => void child.kill('SIGINT')
  process.on('exit', stopWithUs)
  const ended = server.ended.then(async (how) => {
    process.off('exit', stopWithUs)
    await removeAddressFile()
    if (stopping === undefined)
      onExit?.(serverFailure('The embedded database ended by itself', [...server.lastLines, how].join('\n')))
  })
  const stop = async () => {
    await removeAddressFile()
    await endServer(child, ended)
    await release()
  }
  try {
    await writePrivately(addressFile, { url, pid })
  } catch (error) {
    stopping = endServer(child, ended)
    await stopping
    throw error
  }
  const stopOnce = () => {
    stopping ??= stop()
    return stopping
  }
  return {
    url,
    pid,
    stop: stopOnce,
    async stopWhenUnused() {
      // A server that does not respond is stopped as well.
      const lock = await excludeUsers(url).catch(() => undefined)
      await stopOnce()
      await lock?.end().catch(() => {})
    },
  }
}
