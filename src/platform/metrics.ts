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
  /** Events of Stripe by what became of them. */
  stripeEvents: Counter<'outcome'>
  /** Subscriptions that differed from Stripe when they were last compared. */
  billingDrift: Gauge
  /** Seconds since the oldest pending plan change was requested; 0 without one. */
  planChangePending: Gauge
  /** Payments that were disputed. */
  stripeDisputes: Counter
  /** Requests that failed because of the database, by what was wrong with it. */
  databaseTrouble: Counter<'trouble'>
  /** Rows deleted because their retention period was over, by kind. */
  retentionDeleted: Counter<'kind'>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** The metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
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
      help: 'Kinds of contradiction between events, deliveries and queue at the last hourly look; 0 is sound.',
      registers,
    }),
    portalStreams: new Gauge({
      name: 'plumbline_portal_streams',
      help: 'Pages of the portal that this process notifies of changes; at most 500.',
      registers,
    }),
    stripeEvents: new Counter({
      name: 'plumbline_stripe_events_total',
      help: 'Events of Stripe: stored, repeated, ignored, refused for their signature, or unconfigured where no secret is set.',
      labelNames: ['outcome'],
      registers,
    }),
    billingDrift: new Gauge({
      name: 'plumbline_billing_drift',
      help: 'Subscriptions that differed from Stripe at the last daily comparison; 0 is sound.',
      registers,
    }),
    planChangePending: new Gauge({
      name: 'plumbline_plan_change_pending_seconds',
      help: 'Age of the oldest plan change whose outcome is not confirmed, when last looked for; 0 is sound, more than 600 needs somebody.',
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
    retentionDeleted: new Counter({
      name: 'plumbline_retention_deleted_total',
      help: 'Rows deleted because their retention period was over, or their customer deleted, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  }
}
