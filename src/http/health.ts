import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { countLiveWorkers } from '../platform/jobs/heartbeat.ts'
import { Problem } from '../shared/problem.ts'

/**
 * `/healthz`: the process is alive. `/readyz`: it can answer requests, so a load balancer may send it some.
 * `/readyz/workers`: a worker is alive somewhere. It is separate from `/readyz` because an API without workers still
 * answers requests and queues runs.
 */
export function healthRoutes(http: Http, app: App): void {
  const probe = { schema: { hide: true }, config: { isProbe: true } }

  http.get('/healthz', probe, async () => ({ status: 'ok' }))

  http.get('/readyz', probe, async () => {
    const pending = await pendingMigrations(app.db)
    if (pending.length > 0)
      throw new Problem('SERVICE_UNAVAILABLE', { message: `Migrations are pending: ${pending.join(', ')}.` })
    return { status: 'ok', database: 'ok', migrations: 'ok' }
  })

  http.get('/readyz/workers', probe, async () => {
    const workers = await countLiveWorkers(app.db)
    if (workers === 0) throw new Problem('SERVICE_UNAVAILABLE', { message: 'No worker is alive: runs stay queued.' })
    return { status: 'ok', workers }
  })
}
