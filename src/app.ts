import type { Snapshot } from './engine/model.ts'
import type { Sight } from './engine/sight.ts'
import type { KeyRing } from './ground/key-ring.ts'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Outbound } from './platform/outbound-http.ts'
import type { CollectOptions } from './tenant/collect.ts'
import type { PreflightOptions } from './tenant/preflight.ts'

/** What a use case may need from outside. Tests pass their own. */
export interface App {
  db: Database
  log: Log
  now: () => Date
  /** Address of the web pages, without a slash at the end. */
  appUrl: string
  /** The secret keys, which seal what is stored and sign links. */
  secrets: KeyRing
  /** Reads a tenant, as `collectSnapshot` does with the source that the settings name. */
  collect: (options: CollectOptions) => Promise<Snapshot>
  /** Looks what a tenant lets us see, as `readSight` does. */
  preflight: (options: PreflightOptions) => Promise<Sight>
  /**
   * Where an administrator of a tenant approves our application, and is sent back from with `state`. Throws
   * `CollectFailure` where this service has none.
   */
  consentUrl: (asked: { tenantId: string; state: string }) => Promise<string>
  /** Sends mail; where there is none, mails stay in the outbox. */
  mailer?: Mailer
  /** Counts what happens. */
  metrics: Metrics
  /** Calls the addresses that users give us. */
  outbound: Outbound
}
