import { sql } from 'kysely'
import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { type DatabaseTrouble, troubleOf } from '../platform/database/trouble.ts'
import { countLiveWorkers } from '../platform/jobs/heartbeat.ts'
import { Problem } from '../shared/problem.ts'
import { metFullDisk } from './responses/database-trouble.ts'

const SENTENCES: Record<DatabaseTrouble, string> = {
  unreachable: 'The database cannot be reached.',
  busy: 'The database has no connection left.',
  silent: 'The database does not answer in time.',
  'read-only': 'The database accepts no changes.',
  full: 'The disk of the database is full.',
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can answer requests, so a load balancer may send it some: the database
 * answers, accepts changes and has the schema. `/readyz/workers`: a worker is alive somewhere. It is separate from
 * `/readyz` because an API without workers still answers requests and queues runs. Probes log only changes.
 */
export function healthRoutes(http: Http, app: App): void {
  const probe = { schema: { hide: true }, config: { isProbe: true } }
  const readiness = logChanges(app, 'ready')
  const workers = logChanges(app, 'workers')

  http.get('/healthz', probe, async () => ({ status: 'ok' }))

  http.get('/readyz', probe, () =>
    readiness(async () => {
      if (metFullDisk(app)) throw unavailable(SENTENCES.full)
      const pending = await pendingMigrations(app.db)
      if (pending.length > 0) throw unavailable(`Migrations are pending: ${pending.join(', ')}.`)
      // Locks no row, but fails if rows cannot be changed.
      await app.db.selectFrom('workers').select('id').where(sql.lit(false)).forUpdate().execute()
      return { status: 'ok', database: 'ok', migrations: 'ok' }
    }),
  )

  http.get('/readyz/workers', probe, () =>
    workers(async () => {
      const live = await countLiveWorkers(app.db)
      if (live === 0) throw unavailable('No worker is alive: runs stay queued.')
      return { status: 'ok', workers: live }
    }),
  )
}

const unavailable = (message: string) =>
  new Problem('SERVICE_UNAVAILABLE', { message, headers: { 'Retry-After': '2' } })

/** Runs a probe. Trouble with the database is its result and not an error, and is logged only when it changes. */
function logChanges(app: App, probe: 'ready' | 'workers') {
  let before = ''
  return async <T>(look: () => Promise<T>): Promise<T> => {
    let reason = ''
    try {
      return await look()
    } catch (error) {
      const trouble = troubleOf(error)
      const problem = trouble ? unavailable(SENTENCES[trouble]) : error
      reason = problem instanceof Error ? problem.message : String(problem)
      throw problem
    } finally {
      if (reason !== before) {
        before = reason
        if (reason === '') app.log.info({ event: 'health.probe.passed', probe }, 'a probe passes again')
        else app.log.warn({ event: 'health.probe.failed', probe, reason }, 'a probe fails')
      }
    }
  }
}
