import type pg from 'pg'
import { deleteOldAudit } from '../features/audit/service.ts'
import { type Database, openDatabase, type Pooler } from '../platform/database/database.ts'
import { migrate, readSchemaState, type SchemaState } from '../platform/database/migrate.ts'
import { describeUrl } from '../platform/database/servers.ts'
import { isServiceRoleReady, mayMigrate, SERVICE_ROLE } from '../platform/database/service-role.ts'
import { admitService, canSignIn } from '../platform/database/service-sign-in.ts'
import type { Log } from '../platform/log.ts'
import { DAY_MS } from '../shared/dates/time-units.ts'
import { codeOf } from '../shared/error-code.ts'
import { VERSION } from '../shared/version.ts'
import { LaunchFailure } from './launch-failure.ts'

/** Connection strings of the database. */
export interface DatabaseAccess {
  /** For the user that owns the schema. Undefined if there is only one connection string. */
  ownerUrl?: string
  /** For the user of the service. */
  serviceUrl: string
  /** For the same user through a pooler. */
  pooled?: Pooler & { url: string }
}

/**
 * What to do about the schema. `migrate`: bring it up to date. `require`: refuse to work on one that is behind. `leave`: open
 * the database whatever its schema is. The first two accept one that a newer version has migrated, if it allows this one.
 */
export type SchemaUse = 'migrate' | 'require' | 'leave'

interface OpenOptions {
  poolSize: number
  schema: SchemaUse
  /** How long audit rows are retained. Undefined: indefinitely. */
  keepAuditDays: number | undefined
  /** How long a statement of the service may take. Undefined: as long as it needs. */
  deadlineMs: number | undefined
  /** Uses the pooler, if there is one. */
  usesPooler: boolean
  log: Log
}

interface Opened {
  db: Database
  pool: pg.Pool
}

/** Enough for migrations, which run one after another. */
const OWNER_CONNECTIONS = 2

/**
 * Checks or migrates the schema as its owner, then opens the database as the service. The service's connections cannot
 * switch to another role, unless there is only one connection string: then they drop the owner's rights with SET ROLE.
 */
export async function openServiceDatabase(access: DatabaseAccess, options: OpenOptions): Promise<Opened> {
  const opened = await openDirectly(access, options)
  const { pooled } = access
  if (!options.usesPooler || pooled === undefined) return opened
  // The direct connection has served its purpose: the schema is checked or migrated.
  await opened.pool.end()
  if (describeUrl(pooled.url).user !== SERVICE_ROLE)
    throw new LaunchFailure(
      `A connection of a pooler cannot give up the rights of its user. Set the user in DATABASE_URL to ${SERVICE_ROLE}.`,
    )
  return await openAs(pooled.url, { ...options, pooler: pooled })
}

async function openDirectly({ ownerUrl, serviceUrl }: DatabaseAccess, options: OpenOptions): Promise<Opened> {
  if (ownerUrl === undefined) return await openWithOneUrl(serviceUrl, options)
  if (options.schema === 'leave') {
    // Before the first migration the service's role does not exist.
    if (await canSignIn(serviceUrl)) return await openAs(serviceUrl, options)
    return await openWithOneUrl(ownerUrl, options)
  }
  return await asOwner(ownerUrl, options, async (owner) => {
    if (options.schema === 'require') await requireSchema(owner.db)
    else if (await migrateSchema(owner, options)) await admit(owner.db, serviceUrl)
    return await openAs(serviceUrl, options)
  })
}

async function admit(owner: Database, serviceUrl: string): Promise<void> {
  await admitService(owner, serviceUrl).catch((error: unknown) => {
    if (codeOf(error) !== '42501') throw error
    throw new LaunchFailure(
      `The user of PLUMBLINE_DATABASE_OWNER_URL may not let ${describeUrl(serviceUrl).user} sign in as the service. Give it CREATEROLE, or as an administrator set the password of the role ${SERVICE_ROLE} to that of DATABASE_URL.`,
    )
  })
}

async function openWithOneUrl(url: string, options: OpenOptions): Promise<Opened> {
  return await asOwner(url, options, async (owner) => {
    const { db } = owner
    if (options.schema === 'migrate' && (await mayMigrate(db)))
      await migrateSchema(owner, options).catch(explainRefusal)
    else if (options.schema !== 'leave') await requireSchema(db)
    return await openAs(url, options, (await isServiceRoleReady(db)) && describeUrl(url).user !== SERVICE_ROLE)
  })
}

/** If a newer version has migrated the schema and allows this one, changes nothing and returns false. */
async function migrateSchema({ db, pool }: Opened, { keepAuditDays }: OpenOptions): Promise<boolean> {
  const state = await readSchemaState(db)
  if (state.unknown.length > 0) {
    requireCompatible(state)
    return false
  }
  await migrate(db, pool)
  // Pruned here, because only the owner may delete from the audit; the service's role may not.
  if (keepAuditDays !== undefined) await deleteOldAudit(db, new Date(Date.now() - keepAuditDays * DAY_MS))
  return true
}

function explainRefusal(error: unknown): never {
  if (codeOf(error) !== '42501') throw error
  throw new LaunchFailure(
    'The user of DATABASE_URL may not create the schema. Set PLUMBLINE_DATABASE_OWNER_URL to a user that owns the database.',
  )
}

/** Throws unless this version works on the schema as it is. */
async function requireSchema(db: Database): Promise<void> {
  const state = await readSchemaState(db)
  if (state.unknown.length > 0) return requireCompatible(state)
  if (state.pending.length === 0) return
  const [first = '', ...others] = state.pending
  const names = others.length === 0 ? first : `${first} and ${others.length} more`
  const owner = (await mayMigrate(db)) ? '' : ' with PLUMBLINE_DATABASE_OWNER_URL set'
  throw new LaunchFailure(`The schema is not up to date (${names}). Run "plumbline migrate"${owner}, then start again.`)
}

/** Throws unless a schema that a newer version has migrated works for this version as well. */
function requireCompatible({ pending, missing, unknown }: SchemaState): void {
  if (missing !== undefined)
    throw new LaunchFailure(
      `A newer version has changed the schema in a way that this version (${VERSION}) does not know (${missing}). Install the newer version.`,
    )
  if (pending.length > 0)
    throw new LaunchFailure(
      `The schema has changes that this version (${VERSION}) does not know (${unknown.join(', ')}), and lacks others (${pending.join(', ')}). Run "plumbline migrate" with the newest version.`,
    )
}

async function asOwner<T>(url: string, { log }: OpenOptions, use: (owner: Opened) => Promise<T>): Promise<T> {
  const owner = openDatabase(url, { poolSize: OWNER_CONNECTIONS, onError: logLostConnection(log) })
  try {
    return await use(owner)
  } finally {
    await owner.pool.end()
  }
}

/**
 * Connects immediately, because an embedded database that another command started stops when no process is connected.
 */
async function openAs(
  url: string,
  { poolSize, deadlineMs, log, pooler }: OpenOptions & { pooler?: Pooler },
  dropsRights = false,
): Promise<Opened> {
  const opened = openDatabase(url, {
    poolSize,
    deadlineMs,
    pooler,
    ...(dropsRights && { role: SERVICE_ROLE }),
    onError: logLostConnection(log),
  })
  try {
    ;(await opened.pool.connect()).release()
    return opened
  } catch (error) {
    await opened.pool.end()
    throw error
  }
}

const logLostConnection =
  (log: Log) =>
  (error: Error): void =>
    log.warn({ event: 'database.connection.lost', error }, 'a database connection was lost')
