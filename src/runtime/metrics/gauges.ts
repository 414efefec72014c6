import { Gauge } from 'prom-client'
import type { App } from '../../app.ts'
import { getRunFigures } from '../../features/assessments/execution/service.ts'
import { getStorageFigures } from '../../features/assessments/storage/upkeep/service.ts'
import { getMailFigures } from '../../features/mail/sending/service.ts'
import { listRetentionFigures } from '../../features/retention/service.ts'
import { getQueueFigures } from '../../features/webhooks/health/service.ts'
import { COLLECT_FAILURE_CODES } from '../../graph/transport/collect-failure.ts'
import { getPoolFigures } from '../../platform/database/database.ts'
import { listPartitionFigures } from '../../platform/database/partitions.ts'
import type { ReadBy } from '../../platform/database/standby/standby.ts'
import type { DatabaseTrouble } from '../../platform/database/trouble.ts'
import { countLiveWorkers } from '../../platform/jobs/heartbeat.ts'
import { countJobs } from '../../platform/jobs/queue.ts'

/**
 * Registers the metrics that are read from the database at each request for metrics. Each returned function updates
 * some of them.
 */
export const createGauges = (app: App): (() => Promise<void>)[] =>
  [
    poolGauges,
    standbyGauge,
    workerGauge,
    runGauges,
    jobGauges,
    queueGauges,
    mailGauges,
    retentionGauges,
    partitionGauges,
    storageGauges,
  ].map((create) => create(app))

/** Starts counters at 0, because Prometheus does not see an increase if a series starts with its first event. */
export function startCounters({ metrics }: App): void {
  for (const by of ['standby', 'primary-behind', 'primary-unusable'] satisfies ReadBy[])
    metrics.standbyReads.inc({ by }, 0)
  for (const code of COLLECT_FAILURE_CODES) metrics.runsFailed.inc({ code }, 0)
  for (const trouble of ['unreachable', 'busy', 'silent', 'read-only', 'full'] satisfies DatabaseTrouble[])
    metrics.databaseTrouble.inc({ trouble }, 0)
  for (const operation of ['put', 'get', 'delete', 'list']) metrics.objectCalls.inc({ operation, outcome: 'failed' }, 0)
  for (const outcome of ['sent', 'retry', 'failed']) metrics.mailAttempts.inc({ outcome }, 0)
}

function poolGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const connections = new Gauge({
    name: 'plumbline_database_connections',
    help: 'Connections of this process to the database, by state: busy, idle.',
    labelNames: ['state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'plumbline_database_waiting',
    help: 'Statements and transactions of this process that wait for a connection.',
    registers,
  })
  return async () => {
    const figures = getPoolFigures(app.db)
    connections.set({ state: 'busy' }, figures.busy)
    connections.set({ state: 'idle' }, figures.idle)
    waiting.set(figures.waiting)
  }
}

function standbyGauge(app: App): () => Promise<void> {
  const lag = new Gauge({
    name: 'plumbline_standby_lag_bytes',
    help: 'How much of the log of the primary the standby of DATABASE_READ_URL has yet to replay; NaN if it does not respond, 0 without one.',
    registers: [app.metrics.registry],
  })
  return async () => lag.set((await app.standby?.measureLag().catch(() => Number.NaN)) ?? 0)
}

function runGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const runs = new Gauge({
    name: 'plumbline_runs',
    help: 'Runs that have not ended, in the whole database: queued, running.',
    labelNames: ['status'],
    registers,
  })
  const oldest = new Gauge({
    name: 'plumbline_runs_oldest_queued_seconds',
    help: 'How long the oldest queued run has waited.',
    registers,
  })
  return async () => {
    const { queued, running, oldestQueuedAt } = await getRunFigures(app)
    runs.set({ status: 'queued' }, queued)
    runs.set({ status: 'running' }, running)
    oldest.set(oldestQueuedAt ? Math.max(0, (app.now().getTime() - oldestQueuedAt.getTime()) / 1000) : 0)
  }
}

function jobGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const jobs = new Gauge({
    name: 'plumbline_jobs',
    help: 'Background jobs in the database, by task and state: due, scheduled, running, given-up.',
    labelNames: ['task', 'state'],
    registers,
  })
  return async () => {
    const counts = await countJobs(app.db)
    jobs.reset()
    for (const { task, state, jobs: count } of counts) jobs.set({ task, state }, count)
  }
}

function workerGauge(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const alive = new Gauge({
    name: 'plumbline_workers_alive',
    help: 'Workers with a recent heartbeat, in all processes on this database.',
    registers,
  })
  return async () => alive.set(await countLiveWorkers(app.db))
}

function queueGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const queued = new Gauge({
    name: 'plumbline_webhook_deliveries',
    help: 'Webhook deliveries that have not ended: due, scheduled for a retry, sending.',
    labelNames: ['state'],
    registers,
  })
  const lag = new Gauge({
    name: 'plumbline_webhook_lag_seconds',
    help: 'How long the oldest due delivery has waited; paused webhooks are left out.',
    registers,
  })
  const lanes = new Gauge({ name: 'plumbline_webhook_lanes', help: 'Webhooks with deliveries to send.', registers })
  return async () => {
    const figures = await getQueueFigures(app)
    for (const state of ['due', 'scheduled', 'sending'] as const) queued.set({ state }, figures[state])
    lag.set(figures.lagSeconds)
    lanes.set(figures.lanes)
  }
}

function mailGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const waiting = new Gauge({
    name: 'plumbline_mails_waiting',
    help: 'Emails that wait, by what they wait for: the daily quota of their account or address, or a digest.',
    labelNames: ['reason'],
    registers,
  })
  const queued = new Gauge({
    name: 'plumbline_mails_queued',
    help: 'Emails that are being sent to the mail server.',
    registers,
  })
  const age = new Gauge({
    name: 'plumbline_mails_oldest_seconds',
    help: 'Age of the oldest email that waits or is being sent.',
    registers,
  })
  return async () => {
    const figures = await getMailFigures(app)
    for (const reason of ['account', 'address', 'digest'] as const) waiting.set({ reason }, figures[reason])
    queued.set(figures.queued)
    age.set(figures.oldestSeconds)
  }
}

function retentionGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const labelNames = ['kind']
  const rows = new Gauge({
    name: 'plumbline_rows',
    help: 'Rows by kind, as the database estimates them.',
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: 'plumbline_oldest_row_seconds',
    help: 'Age of the oldest row by kind; 0 if there is none.',
    labelNames,
    registers,
  })
  return async () => {
    for (const figure of await listRetentionFigures(app)) {
      const { kind, oldestAt } = figure
      rows.set({ kind }, figure.rows)
      oldest.set({ kind }, oldestAt ? Math.max(0, (app.now().getTime() - oldestAt.getTime()) / 1000) : 0)
    }
  }
}

function partitionGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const labelNames = ['table']
  const ahead = new Gauge({
    name: 'plumbline_partitions_ahead',
    help: 'How many partitions of each table are prepared for future rows.',
    labelNames,
    registers,
  })
  const misplaced = new Gauge({
    name: 'plumbline_partitions_misplaced_rows',
    help: 'Rows that found no partition of their own, by table, counted up to 1,000.',
    labelNames,
    registers,
  })
  return async () => {
    for (const figure of await listPartitionFigures(app.db)) {
      const { table } = figure
      ahead.set({ table }, figure.ahead)
      misplaced.set({ table }, figure.misplaced)
    }
  }
}

/** Only with an object store. */
function storageGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const waiting = new Gauge({
    name: 'plumbline_object_waiting',
    help: 'What waits for the object store, each counted up to 10,000: move for results in the database, delete for objects.',
    labelNames: ['kind'],
    registers,
  })
  const swept = new Gauge({
    name: 'plumbline_object_swept_timestamp_seconds',
    help: 'When the last search for objects without a run came to its end, in seconds since 1970; 0 before the first.',
    registers,
  })
  return async () => {
    if (!app.objects) return
    const { inDatabase, toDelete, sweptAt } = await getStorageFigures(app)
    waiting.set({ kind: 'move' }, inDatabase)
    waiting.set({ kind: 'delete' }, toDelete)
    swept.set((sweptAt?.getTime() ?? 0) / 1000)
  }
}
