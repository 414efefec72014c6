import { sql } from 'kysely'
import type { App } from '../app.ts'
import { pendingMigrations } from '../platform/migrations.ts'
import type { Output } from './output.ts'

/** One thing the service depends on: well, or wrong with the mend. */
export interface Finding {
  check: string
  ok: boolean
  says: string
  mend?: string
}

const LEAST_POSTGRES = 150_000

/** Looks at everything the service depends on. `hasSource` throws where no tenant can be read. */
export async function runDoctor(app: App, hasSource: () => Promise<unknown>): Promise<Output & { ok: boolean }> {
  const findings = [
    await examine('database', () => examineDatabase(app), 'Start PostgreSQL, or check DATABASE_URL.'),
    await examine('migrations', () => examineMigrations(app), 'Run "npm run migrate".'),
    await examine(
      'workers',
      () => examineWorkers(app),
      'Start "plumbline up" or "plumbline work"; runs wait until then.',
    ),
    await examine(
      'jobs',
      () => examineJobs(app),
      'Look at the log for the reason; the runs of given-up jobs end as failed.',
    ),
    await examine(
      'tenant access',
      () => examineSource(hasSource),
      'Set PLUMBLINE_GRAPH_CLIENT_ID and its secret or certificate.',
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

async function examine(check: string, look: () => Promise<string>, mend: string): Promise<Finding> {
  try {
    return { check, ok: true, says: await look() }
  } catch (error) {
    return { check, ok: false, says: error instanceof Error ? error.message : String(error), mend }
  }
}

async function examineDatabase(app: App): Promise<string> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`.execute(
    app.db,
  )
  const [server] = rows
  if (!server || server.number < LEAST_POSTGRES)
    throw new Error(`PostgreSQL ${server?.version} is too old: 15 or newer is needed.`)
  return `PostgreSQL ${server.version}`
}

async function examineMigrations(app: App): Promise<string> {
  const pending = await pendingMigrations(app.db)
  if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`)
  return 'all carried out'
}

async function examineWorkers(app: App): Promise<string> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from workers where heartbeat_at > now() - interval '30 seconds'`.execute(app.db)
  const n = rows[0]?.n ?? 0
  if (n === 0) throw new Error('none is alive')
  return `${n} alive`
}

async function examineJobs(app: App): Promise<string> {
  const { rows } = await sql<{ waiting: number; lost: number }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as lost
    from graphile_worker.jobs`.execute(app.db)
  const { waiting = 0, lost = 0 } = rows[0] ?? {}
  if (lost > 0) throw new Error(`${lost} given up after every try`)
  return `${waiting} waiting or running`
}

async function examineSource(hasSource: () => Promise<unknown>): Promise<string> {
  await hasSource()
  return 'credentials are set'
}
