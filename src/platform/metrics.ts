import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the service counts about itself; served by `runtime/metrics.ts`. Names no account. */
export interface Metrics {
  registry: Registry
  /** Webhook attempts by how they ended. */
  deliveryAttempts: Counter<'outcome'>
  /** Seconds from the start of an attempt to its end. */
  deliverySeconds: Histogram<'outcome'>
  /** Deliveries that have ended, as delivered or as failed for good. */
  deliveriesEnded: Counter<'state'>
  /** Contradictions that the reconciler found at its last look. */
  deliveryFaults: Gauge
  /** Rows that were deleted because their time was over, by what they held. */
  retentionDeleted: Counter<'kind'>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** The metrics of one process, each at nothing. */
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
    retentionDeleted: new Counter({
      name: 'plumbline_retention_deleted_total',
      help: 'Rows deleted because their retention period was over, or their customer deleted, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  }
}
