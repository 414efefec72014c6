import type { Visibility } from './engine/visibility/visibility.ts'
import type { Administrator } from './graph/administrator/sign-in.ts'
import type { PreflightOptions } from './graph/collection/read-visibility.ts'
import type { Assessed } from './graph/reader/assess.ts'
import type { AssessRequest } from './graph/reader/readers.ts'
import type { SignInSecrets } from './graph/sign-in/code.ts'
import type { MicrosoftIdentity } from './graph/sign-in/person.ts'
import type { Database } from './platform/database/database.ts'
import type { Standby } from './platform/database/standby/standby.ts'
import type { IsolatedPool } from './platform/isolation/isolated-pool.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { Metrics } from './platform/metrics.ts'
import type { ObjectStore } from './platform/objects/store.ts'
import type { Outbound } from './platform/outbound/client.ts'
import type { Processors } from './platform/payments/processor.ts'
import type { StripeAccess } from './platform/payments/stripe-access.ts'
import type { Limits } from './platform/settings/settings.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import type { KeyRing } from './shared/crypto/key-ring.ts'
import type { PasswordCost } from './shared/crypto/password-hash.ts'

/** Everything that use cases need from outside. Tests replace parts of it. */
export interface App {
  db: Database
  /** Answers lists and reports as if it were `db`; only if the settings name one. */
  standby?: Standby
  /** Stores results and snapshots, if the settings name one; otherwise the database does. */
  objects?: ObjectStore
  /** Records spans, if the settings name an endpoint for them. */
  tracing?: Tracing
  log: Log
  now: () => Date
  /** Address of the web pages, without a slash at the end. */
  appUrl: string
  /** Whether owners and admins need a second factor. Not in the sandbox, which only offers it. */
  requiresFactor: boolean
  /** The cost of deriving a password: `PASSWORD_COST`, or less in tests. */
  passwordCost: PasswordCost
  /** The secret keys, which seal what is stored and sign links. */
  secrets: KeyRing
  /** Reads and evaluates a tenant, like `Readers` with the source of the settings. */
  assessTenant: (request: AssessRequest) => Promise<Assessed>
  /** Reads what a tenant lets us see, like `readVisibility`. */
  preflight: (options: PreflightOptions) => Promise<Visibility>
  /**
   * The address where an administrator of a tenant approves our application; it redirects back with `state`. Throws
   * `CollectFailure` if this service has no application.
   */
  consentUrl: (asked: { tenantId: string; state: string }) => Promise<string>
  /**
   * The address where an administrator of a tenant signs in; it redirects back with a code. Throws what `consentUrl`
   * throws.
   */
  signInUrl: (asked: { tenantId: string; state: string; secrets: SignInSecrets }) => Promise<string>
  /**
   * Verifies, like `verifyAdministrator`, that the person who returned with this query is an administrator of the
   * tenant. Throws `SignInFailure`, or what `consentUrl` throws.
   */
  verifyAdministrator: (answer: {
    tenantId: string
    query: string
    state: string
    secrets: SignInSecrets
  }) => Promise<Administrator>
  /** Whether this service has an application that people of the portal can sign in to with their Microsoft accounts. */
  offersMicrosoft: () => Promise<boolean>
  /**
   * The address where a person signs in with a Microsoft account; it redirects back with a code. Throws what
   * `consentUrl` throws.
   */
  personSignInUrl: (asked: { state: string; secrets: SignInSecrets }) => Promise<string>
  /**
   * Identifies, like `verifyPerson`, the person who returned with this query. Throws `SignInFailure`, or what
   * `consentUrl` throws.
   */
  verifyPerson: (answer: { query: string; state: string; secrets: SignInSecrets }) => Promise<MicrosoftIdentity>
  /** The Stripe account that bills partners; without it, the embedded processor does. */
  stripe?: StripeAccess
  /** The payment processors. */
  processors: Processors
  /** Sends mail; without it, mails stay in the outbox. */
  mailer?: Mailer
  /** Quotas of accounts, and retention periods. */
  limits: Limits
  /** The metrics of this process. */
  metrics: Metrics
  /** Calls user-supplied addresses. */
  outbound: Outbound
  /** Decodes pictures and draws documents in separate threads, whose failures do not affect the service. */
  isolated: IsolatedPool
}
