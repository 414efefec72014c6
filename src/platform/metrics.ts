import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the service, served by `runtime/metrics.ts`. Their labels name no account. */
export interface Metrics {
  registry: Registry
  /** Webhook attempts by outcome. */
  deliveryAttempts: Counter<'outcome'>
  /** Seconds from the start of an attempt to its end. */
  deliverySeconds: Histogram<'outcome'>
  /** Deliveries that have ended: delivered, or failed for good. */
  deliveriesEnded: Counter<'state'>
  /** Inconsistencies that the reconciler found in its last run. */
  deliveryFaults: Gauge
  /** Open streams of the portal. */
  portalStreams: Gauge
  /** Events of Stripe, by outcome. */
  stripeEvents: Counter<'outcome'>
  /** Subscriptions that differed from Stripe when they were last compared. */
  billingDrift: Gauge
  /** Seconds since the oldest pending plan change was requested; 0 without one. */
  planChangePending: Gauge
  /** Payments that were disputed. */
  stripeDisputes: Counter
  /** Requests that failed because of the database, by what was wrong with it. */
  databaseTrouble: Counter<'trouble'>
  /** Lists and reports by the server that answered them; only if there is a standby. */
  standbyReads: Counter<'by'>
  /** Rows deleted because their retention period was over, by kind. */
  retentionDeleted: Counter<'kind'>
  /** Seconds from the arrival of a request to the end of its response. `route` is a pattern, never a path. */
  requestSeconds: Histogram<'route' | 'method' | 'status'>
  /** Requests refused because of a limit on requests, by API. */
  requestsLimited: Counter<'api'>
  /** 1 while this process cannot count requests in `redis` or in the `database`; see `createSharedRateLimiter`. */
  ratesFallback: Gauge<'store'>
  /** Seconds that runs spend in each phase. */
  runSeconds: Histogram<'phase'>
  /** Runs that were completed. */
  runsCompleted: Counter
  /** Runs that failed, by failure code. */
  runsFailed: Counter<'code'>
  /** Seconds that jobs take. */
  jobSeconds: Histogram<'task' | 'outcome'>
  /** Attempts to send an email, by outcome. */
  mailAttempts: Counter<'outcome'>
  /** Seconds that work for separate threads takes, such as drawing a PDF, including its wait for a thread. */
  threadSeconds: Histogram<'task' | 'outcome'>
  /** When the newest scheduled backup began, in seconds since 1970. */
  backupAt: Gauge
  /** Scheduled backups that failed. */
  backupFailures: Counter
  /** Calls of the object store, by outcome. */
  objectCalls: Counter<'operation' | 'outcome'>
  /** Results that went to the database because the object store could not be used. */
  objectFallbacks: Counter
  /** Objects without a run that were deleted from the store. */
  objectOrphans: Counter
}

const createBackupMetrics = (registers: Registry[]): Pick<Metrics, 'backupAt' | 'backupFailures'> => ({
  backupAt: new Gauge({
    name: 'plumbline_backup_timestamp_seconds',
    help: 'When the newest scheduled backup of the embedded database began, in seconds since 1970; 0 without one.',
    registers,
  }),
  backupFailures: new Counter({
    name: 'plumbline_backup_failures_total',
    help: 'Scheduled backups of the embedded database that failed.',
    registers,
  }),
})

const createObjectMetrics = (
  registers: Registry[],
): Pick<Metrics, 'objectCalls' | 'objectFallbacks' | 'objectOrphans'> => ({
  objectCalls: new Counter({
    name: 'plumbline_object_calls_total',
    help: 'Calls of the object store by operation (put, get, delete, list) and outcome: done, failed.',
    labelNames: ['operation', 'outcome'],
    registers,
  }),
  objectFallbacks: new Counter({
    name: 'plumbline_object_fallbacks_total',
    help: 'Results that were stored in the database because the object store could not be used; they are moved later.',
    registers,
  }),
  objectOrphans: new Counter({
    name: 'plumbline_object_orphans_deleted_total',
    help: 'Objects that belonged to no run and were deleted from the object store.',
    registers,
  }),
})

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const LONG_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600]

/** The metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    ...createHttpMetrics(registers),
    ...createWorkMetrics(registers),
    ...createBackupMetrics(registers),
    ...createObjectMetrics(registers),
    deliveryAttempts: new Counter({
      name: 'plumbline_webhook_attempts_total',
      help: 'Webhook attempts by outcome: delivered, failed, interrupted.',
      labelNames: ['outcome'],
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'plumbline_webhook_attempt_seconds',
      help: 'Duration of webhook attempts by outcome.',
      labelNames: ['outcome'],
      buckets: SECONDS,
      registers,
    }),
    deliveriesEnded: new Counter({
      name: 'plumbline_webhook_deliveries_ended_total',
      help: 'Webhook deliveries that ended, by state: delivered, failed.',
      labelNames: ['state'],
      registers,
    }),
    deliveryFaults: new Gauge({
      name: 'plumbline_webhook_faults',
      help: 'Kinds of contradiction between events, deliveries and queue at the last hourly check; 0 is normal.',
      registers,
    }),
    portalStreams: new Gauge({
      name: 'plumbline_portal_streams',
      help: 'Pages of the portal that this process notifies of changes; at most 500.',
      registers,
    }),
    stripeEvents: new Counter({
      name: 'plumbline_stripe_events_total',
      help: 'Events of Stripe: stored, repeated, ignored, refused for their signature, or unconfigured if no secret is set.',
      labelNames: ['outcome'],
      registers,
    }),
    billingDrift: new Gauge({
      name: 'plumbline_billing_drift',
      help: 'Subscriptions that differed from Stripe at the last daily comparison; 0 is normal.',
      registers,
    }),
    planChangePending: new Gauge({
      name: 'plumbline_plan_change_pending_seconds',
      help: 'Age of the oldest plan change whose outcome is not confirmed, at the last check; 0 is normal, more than 600 needs an operator.',
      registers,
    }),
    stripeDisputes: new Counter({
      name: 'plumbline_stripe_disputes_total',
      help: 'Payments that customers have disputed at their bank.',
      registers,
    }),
    databaseTrouble: new Counter({
      name: 'plumbline_database_trouble_total',
      help: 'Requests that failed because of the database: unreachable, busy, silent, read-only, full.',
      labelNames: ['trouble'],
      registers,
    }),
    standbyReads: new Counter({
      name: 'plumbline_standby_reads_total',
      help: 'Lists and reports by the server that answered: standby, primary-behind (the standby had not caught up), primary-unusable (the standby could not be used).',
      labelNames: ['by'],
      registers,
    }),
    retentionDeleted: new Counter({
      name: 'plumbline_retention_deleted_total',
      help: 'Rows deleted because their retention period was over, or their customer deleted, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  }
}

function createHttpMetrics(
  registers: Registry[],
): Pick<Metrics, 'requestSeconds' | 'requestsLimited' | 'ratesFallback'> {
  return {
    requestSeconds: new Histogram({
      name: 'plumbline_http_request_seconds',
      help: 'Duration of requests by route pattern, method and class of status; route is none if no route matched.',
      labelNames: ['route', 'method', 'status'],
      buckets: SECONDS,
      registers,
    }),
    requestsLimited: new Counter({
      name: 'plumbline_http_requests_limited_total',
      help: 'Requests refused because of a limit on requests, by API: partner, distributor, portal, scim, pages.',
      labelNames: ['api'],
      registers,
    }),
    ratesFallback: new Gauge({
      name: 'plumbline_rates_fallback',
      help: '1 while this process cannot count requests in redis, so that the database does, or in the database, so that it counts them by itself.',
      labelNames: ['store'],
      registers,
    }),
  }
}

type WorkMetric = 'runSeconds' | 'runsCompleted' | 'runsFailed' | 'jobSeconds' | 'mailAttempts' | 'threadSeconds'

function createWorkMetrics(registers: Registry[]): Pick<Metrics, WorkMetric> {
  return {
    runSeconds: new Histogram({
      name: 'plumbline_run_seconds',
      help: 'Duration of the phases of runs: waiting, reading, evaluating, storing.',
      labelNames: ['phase'],
      buckets: LONG_SECONDS,
      registers,
    }),
    runsCompleted: new Counter({
      name: 'plumbline_runs_completed_total',
      help: 'Runs that were completed.',
      registers,
    }),
    runsFailed: new Counter({
      name: 'plumbline_runs_failed_total',
      help: 'Runs that failed, by failure code.',
      labelNames: ['code'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'plumbline_job_seconds',
      help: 'Duration of background jobs by task and outcome: done, failed, interrupted.',
      labelNames: ['task', 'outcome'],
      buckets: LONG_SECONDS,
      registers,
    }),
    mailAttempts: new Counter({
      name: 'plumbline_mail_attempts_total',
      help: 'Attempts to send an email by outcome: sent, retry, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    threadSeconds: new Histogram({
      name: 'plumbline_thread_seconds',
      help: 'Duration of work in separate threads, such as drawing PDFs, with the wait for a thread, by task and outcome: done, failed, refused.',
      labelNames: ['task', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
  }
}
