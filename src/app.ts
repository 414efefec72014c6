import type { Sight } from './engine/sight.ts'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Outbound } from './platform/outbound-http.ts'
import type { PreflightOptions } from './tenant/preflight.ts'
import type { Assessed } from './tenant/reader/assess.ts'
import type { AssessRequest } from './tenant/reader/readers.ts'

/** What a use case may need from outside. Tests pass their own. */
export interface App {
  db: Database
  log: Log
  now: () => Date
  /** Address of the web pages, without a slash at the end. */
  appUrl: string
  /** Seals stored secrets and signs links. */
  secretKey: string
  /** Reads and evaluates a tenant, as `Readers` do with the source that the settings name. */
  assessTenant: (request: AssessRequest) => Promise<Assessed>
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
