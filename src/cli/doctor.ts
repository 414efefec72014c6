import { sql } from 'kysely'
import type { App } from '../app.ts'
import { findDeliveryFaults } from '../features/webhooks/deliveries/service.ts'
import type { Database } from '../platform/database/database.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { countSealedRows } from '../platform/database/sealed-rows.ts'
import { findSignIn, isAuditProtected, SERVICE_ROLE } from '../platform/database/service-role.ts'
import { countLiveWorkers } from '../platform/jobs/heartbeat.ts'
import type { KeyRing } from '../shared/crypto/key-ring.ts'
import type { Output } from './output.ts'

/** One thing the service depends on: well, or wrong with the mend. */
interface Finding {
  check: string
  ok: boolean
  says: string
  mend?: string
}

const LEAST_POSTGRES = 150_000

/** What is looked at; both throw with the reason where it is not there. */
interface Patient {
  /** Opens the database without changing anything in it. */
  open: () => Promise<{ app: Pick<App, 'db' | 'secrets'>; close: () => Promise<void> }>
  /** Says who may look into the data folder. */
  dataDir?: () => Promise<string>
  /** Asks the services that tenants are read through. */
  source: () => Promise<unknown>
  /** Signs in at the mail server; left out where there is none. */
  mail?: () => Promise<void>
}

/** Looks at everything the service depends on. */
export async function runDoctor(patient: Patient): Promise<Output & { ok: boolean }> {
  const findings = [
    ...(await examineDatabase(patient)),
    ...(await examineDataDir(patient)),
    await examine(
      'tenant access',
      () => readSource(patient),
      'Give it what it needs to read tenants and a way to them, or try the sandbox.',
    ),
    await examine(
      'mail',
      () => readMail(patient),
      'Correct SMTP_URL, or start the mail server; mails wait until then.',
    ),
  ]
  const text = findings
    .map(
      ({ check, ok, says, mend }) =>
        `${ok ? 'ok   ' : 'WRONG'}  ${check.padEnd(14)} ${says}${mend ? `\n       ${mend}` : ''}`,
    )
    .join('\n')
  const ok = findings.every((finding) => finding.ok)
  return { json: { ok, findings }, text, ok }
}

async function examineDatabase({ open }: Patient): Promise<Finding[]> {
  const start = 'Start PostgreSQL, or correct DATABASE_URL.'
  const opened = await open().catch((error: unknown) => wrong('database', error, start))
  if ('check' in opened) return [opened]
  const { db, secrets } = opened.app
  try {
    const findings = [
      await examine('database', () => readVersion(db), start),
      await examine('migrations', () => readMigrations(db), 'Run "npm run migrate".'),
    ]
    // The rest reads what the migrations make.
    if (findings.some(({ ok }) => !ok)) return findings
    const alone = 'Start "plumbline up" or "plumbline work"; runs wait until then.'
    const role = `Let the user of DATABASE_URL create roles, then run "npm run migrate"; all else works without.`
    const reason = 'Look at the log for the reason; the runs of given-up jobs end as failed.'
    return [
      ...findings,
      await examine('workers', () => readWorkers(db), alone),
      await examine('jobs', () => readJobs(db), reason),
      await examine(
        'webhooks',
        () => readDeliveries(db),
        'Tell support: nothing is lost as long as the events are there.',
      ),
      await examine('audit', () => readAudit(db), role),
      await examine('sign-in', () => readSignIn(db), SIGN_IN_MEND),
      await examine('secret keys', () => readSecrets(db, secrets), SECRETS_MEND),
    ]
  } finally {
    await opened.close()
  }
}

async function examine(check: string, look: () => Promise<string>, mend: string): Promise<Finding> {
  return await look().then(
    (says) => ({ check, ok: true, says }),
    (error: unknown) => wrong(check, error, mend),
  )
}

const wrong = (check: string, error: unknown, mend: string): Finding => ({
  check,
  ok: false,
  says: error instanceof Error ? error.message : String(error),
  mend,
})

async function readVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`.execute(
    db,
  )
  const [server] = rows
  if (!server || server.number < LEAST_POSTGRES)
    throw new Error(`PostgreSQL ${server?.version} is too old: 15 or newer is needed.`)
  return `PostgreSQL ${server.version}`
}

async function readMigrations(db: Database): Promise<string> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`)
  return 'all carried out'
}

async function readWorkers(db: Database): Promise<string> {
  const n = await countLiveWorkers(db)
  if (n === 0) throw new Error('none is alive')
  return `${n} alive`
}

async function readJobs(db: Database): Promise<string> {
  const { rows } = await sql<{ waiting: number; lost: number }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as lost
    from graphile_worker.jobs`.execute(db)
  const { waiting = 0, lost = 0 } = rows[0] ?? {}
  if (lost > 0) throw new Error(`${lost} given up after every try`)
  return `${waiting} waiting or running`
}

async function readAudit(db: Database): Promise<string> {
  if (await isAuditProtected(db)) return 'append only'
  throw new Error(`this service could change the audit: it works without the role ${SERVICE_ROLE}`)
}

/** Where the service signs in as a superuser, a statement that somebody smuggles in can do everything. */
const SIGN_IN_MEND = `Set PLUMBLINE_DATABASE_OWNER_URL to the present DATABASE_URL, and in DATABASE_URL the user to ${SERVICE_ROLE} and the password to a new one; then run "plumbline migrate", which lets that user in.`

async function readSignIn(db: Database): Promise<string> {
  const { user, isSuperuser } = await findSignIn(db)
  if (isSuperuser) throw new Error(`this service signs in as ${user}, a superuser, and only then gives its rights up`)
  return `as ${user}`
}

const SECRETS_MEND =
  'Add the key that they were sealed under to PLUMBLINE_SECRET_KEYS_OLD, or restore secret-key and secret-keys-old in the data folder.'

async function readSecrets(db: Database, secrets: KeyRing): Promise<string> {
  const { byKey, without, unreadable } = await countSealedRows(db, secrets)
  if (unreadable.length > 0)
    throw new Error(`rows cannot be opened with the keys that are here: ${unreadable.join(', ')}`)
  const [[current, rows] = ['', 0], ...others] = byKey
  const rest = others.reduce((sum, [, count]) => sum + count, without)
  const older = rest === 0 ? '' : `, ${rest} under older ones or none: "plumbline secret reseal" changes that`
  return `${rows} rows are sealed under the current key ${current}${older}`
}

async function examineDataDir({ dataDir }: Patient): Promise<Finding[]> {
  if (!dataDir) return []
  return [await examine('data folder', dataDir, 'Run "chmod 700" on it; the next start does so where it may.')]
}

async function readDeliveries(db: Database): Promise<string> {
  const faults = await findDeliveryFaults({ db })
  if (faults.length > 0) throw new Error(faults.join('; '))
  const { n } = await db
    .selectFrom('delivery_queue')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return `every event has its deliveries, ${n} of them waiting`
}

async function readSource({ source }: Patient): Promise<string> {
  await source()
  return 'credentials are set, and the services answer'
}

async function readMail({ mail }: Patient): Promise<string> {
  if (!mail) return 'no mail server is set: "plumbline mail" shows what there is'
  await mail()
  return 'the mail server lets us in'
}
