import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, joinRunningDatabase, startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { closeDataDir, containsForeignDatabase } from '@plumbline/embedded-postgres/data-dir'
import { lockDataDir } from '@plumbline/embedded-postgres/data-lock'
import { DataDirInUse, EmbeddedPostgresError } from '@plumbline/embedded-postgres/errors'
import { describeUrl } from '../platform/database/servers.ts'
import { serviceUrlOf } from '../platform/database/service-sign-in.ts'
import { type DatabaseTrouble, troubleOf } from '../platform/database/trouble.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { codeOf } from '../shared/error-code.ts'
import { LaunchFailure } from './launch-failure.ts'
import type { DatabaseAccess } from './service-database.ts'

export interface DatabaseOptions {
  /**
   * `own`: locks the data folder, and starts the embedded database unless DATABASE_URL is set.
   * `shared`: uses the database of a process that runs on the same data folder, or starts the embedded one for a short time.
   * `given`: uses DATABASE_URL only.
   */
  database: 'own' | 'shared' | 'given'
  /** Throws LaunchFailure instead of creating an embedded database. */
  mustExist?: boolean
  /** Called if the embedded database ends by itself. */
  onDatabaseExit?: (error: Error) => void
}

/** The connection strings of the database, and the lock or the server that this process has for it. */
interface OpenAccess extends DatabaseAccess {
  close(): Promise<void>
}

/** How long a command waits for a service that is starting on the same data folder. */
const MAX_STARTING_MS = 10_000

/** Finds or starts the database of this process. Throws LaunchFailure if that is not possible. */
export async function openDatabaseAccess(settings: Settings, options: DatabaseOptions, log: Log): Promise<OpenAccess> {
  return await openAccess(settings, options, log).catch((error: unknown) => {
    throw toLaunchFailure(error)
  })
}

/** The messages of the embedded database are written for the operator, but its package does not know LaunchFailure. */
const toLaunchFailure = (error: unknown): unknown =>
  error instanceof EmbeddedPostgresError || error instanceof DataDirInUse
    ? new LaunchFailure(error.message, { cause: error })
    : error

/** Explains errors of the database that can be fixed by a setting; returns any other value as it is. */
export function explainDatabaseError(
  error: unknown,
  { ownerUrl, serviceUrl }: Pick<DatabaseAccess, 'ownerUrl' | 'serviceUrl'>,
): unknown {
  const code = codeOf(error)
  const refused = code === '28P01' || code === '28000'
  const isOwner = ownerUrl !== undefined && (!refused || describeUrl(ownerUrl).user === userOf(error))
  const { hosts, user, database } = describeUrl(isOwner ? ownerUrl : serviceUrl)
  const setting = isOwner ? 'PLUMBLINE_DATABASE_OWNER_URL' : 'DATABASE_URL'
  if (refused) {
    return new LaunchFailure(
      `The database server ${hosts} refuses the user ${user} or its password. Correct them in ${setting}.`,
    )
  }
  if (code === '3D000') {
    return new LaunchFailure(
      `Database ${database} not found on ${hosts}. Create it, or correct the name in ${setting}.`,
    )
  }
  const trouble = troubleOf(error)
  if (trouble === undefined) return error
  return new LaunchFailure(`The database server ${hosts} ${TROUBLE_SENTENCES[trouble](code && ` (${code})`, setting)}`)
}

/** The user whom the server has refused, which its message names. */
const userOf = (error: unknown): string | undefined =>
  error instanceof Error ? /user "([^"]+)"/.exec(error.message)?.[1] : undefined

const TROUBLE_SENTENCES: Record<DatabaseTrouble, (code: string, setting: string) => string> = {
  unreachable: (code, setting) => `cannot be reached${code}. Start it, or correct the address in ${setting}.`,
  busy: (code) => `has no connection or memory left${code}. Raise its max_connections, or lower PLUMBLINE_POOL_SIZE.`,
  silent: (code) => `did not answer in time${code}. Look at what it is doing, and start again.`,
  'read-only': (code, setting) => `accepts no changes${code}. ${setting} must lead to the primary.`,
  full: (code) => `has no disk space left${code}. Make room, and start again.`,
}

async function openAccess(settings: Settings, options: DatabaseOptions, log: Log): Promise<OpenAccess> {
  const { databaseUrl, dataDir } = settings
  if (options.database === 'given' || (databaseUrl !== undefined && options.database === 'shared')) {
    if (databaseUrl === undefined) {
      throw new LaunchFailure(
        'DATABASE_URL is not set. "serve" and "work" need a PostgreSQL server; "up" brings its own.',
      )
    }
    return { ...givenAccess(settings, databaseUrl), close: async () => {} }
  }
  if (options.mustExist && databaseUrl === undefined && !(await containsDatabase(dataDir))) {
    throw new LaunchFailure(
      `No data in ${dataDir} yet. Start the service with "plumbline up", run the command where it runs, or set PLUMBLINE_DATA_DIR to its data folder.`,
    )
  }
  if (databaseUrl !== undefined) {
    const lock = await lockDataDir(dataDir, 'plumbline up')
    await closeDataDir(dataDir, { passable: await containsForeignDatabase(dataDir) })
    return { ...givenAccess(settings, databaseUrl), close: lock.release }
  }
  return options.database === 'own'
    ? await startEmbedded(dataDir, options, log).then((server) => embeddedAccess(server.url, server.stop))
    : await shareDatabase(settings, options, log)
}

function givenAccess(settings: Settings, databaseUrl: string): DatabaseAccess {
  const { databaseOwnerUrl: ownerUrl, databaseDirectUrl: directUrl, poolerPrepares } = settings
  return {
    serviceUrl: directUrl ?? databaseUrl,
    ...(ownerUrl !== undefined && { ownerUrl }),
    ...(directUrl !== undefined && { pooled: { url: databaseUrl, prepares: poolerPrepares === 'yes' } }),
  }
}

/** Whether the folder contains an embedded database, or a process that may be creating one. */
async function containsDatabase(dataDir: string): Promise<boolean> {
  const found = await Promise.all(
    ['postgres', 'postgres.moved', 'lock'].map((name) => lstat(join(dataDir, name)).catch(() => undefined)),
  )
  return found.some((entry) => entry !== undefined)
}

const embeddedAccess = (ownerUrl: string, close: () => Promise<void>): OpenAccess => ({
  ownerUrl,
  serviceUrl: serviceUrlOf(ownerUrl),
  close,
})

function startEmbedded(dataDir: string, { onDatabaseExit }: DatabaseOptions, log: Log): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    log: (line) => log.debug({ event: 'database.server.output', postgres: line }, 'database'),
    ...(onDatabaseExit && { onExit: (error) => onDatabaseExit(new LaunchFailure(error.message, { cause: error })) }),
  })
}

async function shareDatabase({ dataDir }: Settings, options: DatabaseOptions, log: Log): Promise<OpenAccess> {
  const until = Date.now() + MAX_STARTING_MS
  for (;;) {
    const joined = await joinRunningDatabase(dataDir)
    if (joined !== undefined) return embeddedAccess(joined.url, joined.leave)
    try {
      const server = await startEmbedded(dataDir, options, log)
      return embeddedAccess(server.url, server.stopWhenUnused)
    } catch (error) {
      // Another process has locked the folder, and its database is starting or stopping.
      if (!(error instanceof DataDirInUse) || Date.now() > until) throw error
      await sleep(100)
    }
  }
}
