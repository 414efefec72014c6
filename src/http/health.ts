import { sql } from 'kysely'
import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { Problem } from '../shared/problem.ts'

/** A worker that was silent for longer than this is not counted as there. */
const WORKER_SILENT_S = 30

/** \`/healthz\` says that the process lives, \`/readyz\` that it can do its work. */
export function healthRoutes(http: Http, app: App): void {
  http.get('/healthz', { schema: { hide: true }, config: { isProbe: true } }, async () => ({ status: 'ok' }))

  http.get('/readyz', { schema: { hide: true }, config: { isProbe: true } }, async () => {
    const pending = await pendingMigrations(app.db)
    if (pending.length > 0)
      throw new Problem('SERVICE_UNAVAILABLE', { message: `Migrations are pending: ${pending.join(', ')}.` })
    const { n } = await app.db
      .selectFrom('workers')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('heartbeat_at', '>', sql<Date>`now() - make_interval(secs => ${sql.lit(WORKER_SILENT_S)})`)
      .executeTakeFirstOrThrow()
    if (n === 0) throw new Problem('SERVICE_UNAVAILABLE', { message: 'No worker is alive: runs stay queued.' })
    return { status: 'ok', database: 'ok', migrations: 'ok', workers: n }
  })
}
