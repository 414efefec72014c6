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

/** What a use case may need from outside. Tests pass their own. */
export interface App {
  db: Database
  /** Answers lists and reports as if it were `db`, where the settings name one. */
  standby?: Standby
  /** Holds results and snapshots, where the settings name one; otherwise the database does. */
  objects?: ObjectStore
  /** Records spans, where the settings name an endpoint for them. */
  tracing?: Tracing
  log: Log
  now: () => Date
  /** Address of the web pages, without a slash at the end. */
  appUrl: string
  /** Whether owners and admins need a second factor. Not in the sandbox, which only offers it. */
  requiresFactor: boolean
  /** What deriving a password costs: `PASSWORD_COST`, less in tests. */
  passwordCost: PasswordCost
  /** The secret keys, which seal what is stored and sign links. */
  secrets: KeyRing
  /** Reads and evaluates a tenant, as `Readers` do with the source that the settings name. */
  assessTenant: (request: AssessRequest) => Promise<Assessed>
  /** Reads what a tenant lets us see, as `readVisibility` does. */
  preflight: (options: PreflightOptions) => Promise<Visibility>
  /**
   * Where an administrator of a tenant approves our application, and is sent back from with `state`. Throws
   * `CollectFailure` where this service has none.
   */
  consentUrl: (asked: { tenantId: string; state: string }) => Promise<string>
  /** Where an administrator of a tenant signs in, and is sent back from with a code. Throws as `consentUrl` does. */
  signInUrl: (asked: { tenantId: string; state: string; secrets: SignInSecrets }) => Promise<string>
  /**
   * Verifies, as `verifyAdministrator` does, that the person who came back with this query is an administrator of the
   * tenant. Throws `SignInFailure`, or as `consentUrl` does.
   */
  verifyAdministrator: (answer: {
    tenantId: string
    query: string
    state: string
    secrets: SignInSecrets
  }) => Promise<Administrator>
  /** Whether this service has an application that people of the portal can sign in to with their Microsoft accounts. */
  offersMicrosoft: () => Promise<boolean>
  /** Where a person signs in with a Microsoft account, and is sent back from with a code. Throws as `consentUrl` does. */
  personSignInUrl: (asked: { state: string; secrets: SignInSecrets }) => Promise<string>
  /** Verifies, as `verifyPerson` does, who came back with this query. Throws `SignInFailure`, or as `consentUrl` does. */
  verifyPerson: (answer: { query: string; state: string; secrets: SignInSecrets }) => Promise<MicrosoftIdentity>
  /** The Stripe account that bills partners; without it the embedded books do. */
  stripe?: StripeAccess
  /** Where partners pay. */
  processors: Processors
  /** Sends mail; where there is none, mails stay in the outbox. */
  mailer?: Mailer
  /** How much an account may have, and how long things are kept. */
  limits: Limits
  /** Counts what happens. */
  metrics: Metrics
  /** Calls the addresses that users give us. */
  outbound: Outbound
  /** Decodes pictures and draws documents, each in a thread that may fail alone. */
  isolated: IsolatedPool
}
