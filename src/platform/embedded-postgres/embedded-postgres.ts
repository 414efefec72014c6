import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgresError, findBinaries, findServerUser } from './binaries.ts'
import { type Cluster, createCluster, findCluster, findOwner, SUPERUSER } from './cluster.ts'
import { lockDataDir } from './data-lock.ts'
import { serverFailure, toSentence } from './failures.ts'
import { stopLeftovers } from './orphans.ts'
import { closeAround, finishMove } from './place.ts'
import { readJson, writePrivately } from './private-json.ts'
import { endServer, launch, type Server } from './server.ts'

type Log = (line: string) => void

export interface EmbeddedPostgresOptions {
  /** Created when missing; the cluster lives in its `postgres` folder, or behind a link of that name. */
  dataDir: string
  /** Gets each line of the server's own log. */
  log?: Log
  /** Called once when the server ends although nobody stopped it. */
  onExit?: (error: EmbeddedPostgresError) => void
  /** Listens on this port; by default on a free one, another at each start. */
  port?: number | undefined
  /** Where the npm package with the binaries lies, when not where Node finds it. */
  packageDir?: string
  /** For root only: holds what the server's account cannot reach in its place. */
  systemDir?: string
}

export interface EmbeddedPostgres {
  /** Connection string with password; changes with each start. */
  url: string
  /** Process of the server. */
  pid: number
  /** Ends connections, waits until all is on disk, frees the data folder. */
  stop(): Promise<void>
}

const SYSTEM_DIR = '/var/lib/plumbline'

/**
 * Starts PostgreSQL on the data folder, made on the first start, and holds the folder's lock until `stop`. What an
 * earlier, killed start left behind is stopped and recovered. Throws DataDirInUse or EmbeddedPostgresError.
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
    await stopLeftovers(cluster, log)
    const folder = await closeAround(dataDir, cluster.folder, user, { systemDir, log })
    const server = await launch(binaries, { ...cluster, folder }, log, options.port)
    return await announce(server, cluster, dataDir, release, options.onExit)
  } catch (error) {
    await release()
    throw toSentence(error, options.dataDir)
  }
}

/** The url of the server that runs on this data folder, if it is alive and lets us in. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const content: unknown = await readJson(join(dataDir, 'database.json')).catch(() => undefined)
  const { url }: { url?: unknown } = Object(content)
  if (typeof url !== 'string') return undefined
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** Lets other processes find the server, and watches over its end. */
async function announce(
  server: Server,
  cluster: Cluster,
  dataDir: string,
  release: () => Promise<void>,
  onExit: ((error: EmbeddedPostgresError) => void) | undefined,
): Promise<EmbeddedPostgres> {
  const { child, pid, port } = server
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`
  const sign = join(dataDir, 'database.json')
  const takeDownSign = () => rm(sign, { force: true })
  let stopping: Promise<void> | undefined
  // When we end without stop(), the server must not stay behind; the cluster recovers from anything harsher.
  const endWithUs = () => void child.kill('SIGINT')
  process.on('exit', endWithUs)
  const ended = server.ended.then(async (how) => {
    process.off('exit', endWithUs)
    await takeDownSign()
    if (stopping === undefined)
      onExit?.(serverFailure('The embedded database ended by itself', [...server.lastLines, how].join('\n')))
  })
  const stop = async () => {
    await takeDownSign()
    await endServer(child, ended)
    await release()
  }
  try {
    await writePrivately(sign, { url, pid })
  } catch (error) {
    stopping = endServer(child, ended)
    await stopping
    throw error
  }
  return {
    url,
    pid,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
