import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { findStuckChanges } from '../../features/billing/changes/pending/service.ts'
import { findCounterFaults, reconcileCounters } from '../../features/usage/counters/service.ts'
import { findDeliveryFaults } from '../../features/webhooks/deliveries/service.ts'
import type { Database } from '../../platform/database/database.ts'
import { pendingMigrations } from '../../platform/database/migrate.ts'
import { listPartitionFigures } from '../../platform/database/partitions.ts'
import { findMissingKey } from '../../platform/database/secret-key-ids.ts'
import { findSignIn, isAuditProtected, SERVICE_ROLE } from '../../platform/database/service-role.ts'
import { countLiveWorkers } from '../../platform/jobs/heartbeat.ts'
import type { KeyRing } from '../../shared/crypto/key-ring.ts'
import { UserFacingError } from '../../shared/user-facing-error.ts'
import { countSealed } from '../secret/sealed-rows.ts'
import { examine, type Finding, toFailedFinding } from './finding.ts'
import { readObjects } from './objects.ts'

const MIN_SERVER_VERSION = 150_000

const START_FIX = 'Start PostgreSQL or correct DATABASE_URL.'
const ROLE_FIX = `Allow the user in DATABASE_URL to create roles, then run "npm run migrate". Until then, everything else works.`
/** If the service signs in as a superuser, an injected statement can do everything. */
const SIGN_IN_FIX = `Set PLUMBLINE_DATABASE_OWNER_URL to the current DATABASE_URL, and change the user in DATABASE_URL to ${SERVICE_ROLE} with a new password; then run "plumbline migrate", which creates that user.`
const PARTITIONS_FIX =
  'Run "plumbline migrate", which adds partitions. A running worker also tries every hour, and logs why it fails.'
const SECRETS_FIX =
  'Restore secret-key and secret-keys-old in the data folder, or set the right key in PLUMBLINE_SECRET_KEY or PLUMBLINE_SECRET_KEYS_OLD. If it is lost for good, "plumbline secret remove" with its id lets the service start without it.'

const OBJECTS_FIX =
  'Start the object store, or correct the settings that begin with PLUMBLINE_BLOB_. Until then, the database stores new results, and those in the store cannot be read.'

/** Opens the database without changing anything in it; throws if it cannot be reached. */
export type OpenDatabase = () => Promise<{
  app: Pick<App, 'db' | 'secrets' | 'now' | 'objects'>
  close: () => Promise<void>
}>

/** With `repairs`, counters that differ from the rows they count are corrected. */
export async function examineDatabase(open: OpenDatabase, repairs = false): Promise<Finding[]> {
  const opened = await open().catch(toUnopened)
  if ('check' in opened) return [opened]
  const { db, secrets } = opened.app
  try {
    const findings = [
      await examine('database', () => readVersion(db), START_FIX),
      await examine('migrations', () => readMigrations(db), 'Run "npm run migrate".'),
    ]
    // The other checks need tables and roles that the migrations create.
    if (findings.some(({ ok }) => !ok)) return findings
    const alone = 'Start "plumbline up" or "plumbline work". Runs wait until then.'
    const reason = 'The log has the reason. A run whose job was given up fails.'
    return [
      ...findings,
      await examine('workers', () => readWorkers(db), alone),
      await examine('jobs', () => readJobs(db), reason),
      await examine(
        'webhooks',
        () => readDeliveries(db),
        'Contact support: nothing is lost as long as the events are stored.',
      ),
      await examine(
        'plan changes',
        () => readPlanChanges(db),
        'Look for billing.processor.failed in the log, and see the billing guide.',
      ),
      await examine(
        'counters',
        () => readCounters(opened.app, repairs),
        'Run "plumbline doctor --repair", which corrects them.',
      ),
      await examine('partitions', () => readPartitions(db), PARTITIONS_FIX),
      await examine('audit', () => readAudit(db), ROLE_FIX),
      await examine('sign-in', () => readSignIn(db), SIGN_IN_FIX),
      await examine('secret keys', () => readSecrets(db, secrets), SECRETS_FIX),
      await examine('results', () => readObjects(opened.app), OBJECTS_FIX),
    ]
  } finally {
    await opened.close()
  }
}

/** A failure to open has its own advice, after the sentence that says what is wrong. */
function toUnopened(error: unknown): Finding {
  const finding = toFailedFinding('database', error, START_FIX)
  const [, says, fix] = (error instanceof UserFacingError && /^(.+?\.) ([A-Z].*)$/s.exec(error.message)) || []
  return says === undefined || fix === undefined ? finding : { ...finding, says, fix }
}

async function readVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`.execute(
    db,
  )
  const [server] = rows
  if (!server || server.number < MIN_SERVER_VERSION)
    throw new Error(`PostgreSQL ${server?.version} is too old: 15 or newer is needed.`)
  return `PostgreSQL ${server.version}`
}

async function readMigrations(db: Database): Promise<string> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`)
  return 'all have run'
}

async function readWorkers(db: Database): Promise<string> {
  const alive = await countLiveWorkers(db)
  if (alive === 0) throw new Error('none is running')
  return `${alive} running`
}

async function readJobs(db: Database): Promise<string> {
  const { rows } = await sql<{ waiting: number; lost: number }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as lost
    from graphile_worker.jobs`.execute(db)
  const { waiting = 0, lost = 0 } = rows[0] ?? {}
  if (lost > 0) throw new Error(`${lost} given up after the last attempt`)
  return `${waiting} waiting or running`
}

async function readDeliveries(db: Database): Promise<string> {
  const faults = await findDeliveryFaults({ db })
  if (faults.length > 0) throw new Error(faults.join('; '))
  const { n } = await db
    .selectFrom('delivery_queue')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return `every event has its deliveries; ${n} are waiting`
}

async function readPlanChanges(db: Database): Promise<string> {
  const stuck = await findStuckChanges(db, new Date())
  if (!stuck) return 'none has been unconfirmed for long'
  const { count, partnerId, admittedAt } = stuck
  throw new Error(`${count} not confirmed yet; the oldest is from ${partnerId}, at ${admittedAt.toISOString()}`)
}

async function readCounters(app: Pick<App, 'db' | 'now'>, repairs: boolean): Promise<string> {
  const faults = await (repairs ? reconcileCounters(app) : findCounterFaults(app))
  const [first] = faults
  if (!first) return 'they match the rows they count'
  const { counter, accountId, counted, actual } = first
  const says = `${faults.length} did not match the rows they count: ${accountId} had ${actual} ${counter}, but the counter said ${counted}`
  if (repairs) return `${says}; corrected`
  throw new Error(says.replace('did not', 'do not').replace('had', 'has').replace('said', 'says'))
}

/** As the alert rule has it. */
const MIN_PARTITIONS_AHEAD = 0.25

async function readPartitions(db: Database): Promise<string> {
  const figures = await listPartitionFigures(db)
  if (figures.length === 0) throw new Error('the tables are not partitioned yet')
  const short = figures.filter(({ ahead, misplaced }) => ahead < MIN_PARTITIONS_AHEAD || misplaced > 0)
  if (short.length > 0)
    throw new Error(
      short
        .map(
          ({ table, ahead, misplaced }) =>
            `${table}: ${ahead.toFixed(1)} prepared, ${misplaced} rows without a partition`,
        )
        .join('; '),
    )
  return `${figures.length} tables have enough partitions for new rows`
}

async function readAudit(db: Database): Promise<string> {
  if (await isAuditProtected(db)) return 'append only'
  throw new Error(`this service could change the audit trail, because it runs without the role ${SERVICE_ROLE}`)
}

async function readSignIn(db: Database): Promise<string> {
  const { user, isSuperuser } = await findSignIn(db)
  if (isSuperuser) throw new Error(`this service signs in as ${user}, a superuser, and only then drops its privileges`)
  return `as ${user}`
}

async function readSecrets(db: Database, secrets: KeyRing): Promise<string> {
  const missing = await findMissingKey(db, secrets)
  const { byKey, without, unreadable } = await countSealed({ db, secrets })
  const ids = [...byKey.keys()].join(', ')
  const problems = [
    ...(missing === undefined ? [] : [`${missing}, and this service has ${ids}`]),
    ...(unreadable.length === 0 ? [] : [`rows cannot be decrypted with the available keys: ${unreadable.join(', ')}`]),
  ]
  if (problems.length > 0) throw new Error(problems.join('; '))
  const [[current, rows] = ['', 0], ...others] = byKey
  const rest = others.reduce((sum, [, count]) => sum + count, without)
  const older = rest === 0 ? '' : `, ${rest} under older ones or none: "plumbline secret reseal" changes that`
  return `${rows} rows are sealed under the current key ${current}${older}`
}
