import type { PartnerAccount } from '../src/features/accounts/schema.ts'
import type { RunList } from '../src/features/assessments/schema.ts'
import type { CustomerList } from '../src/features/customers/schema.ts'
import type { DistributorAccount, DistributorUsage } from '../src/features/distributors/schema.ts'
import type { EventKinds, EventList } from '../src/features/events/schema.ts'
import type { Confirmation, CurrentSession } from '../src/features/people/current-session/schema.ts'
import type { DistributorHome, PartnerHome } from '../src/features/portal/home/schema.ts'

/**
 * The paths that the client reads, relative to /portal/api, with the shape of each answer as JSON. `{account}` is `partner`
 * or `distributor`, by the account of the session; `:name` is a parameter. A test compares them with the server's routes.
 */
export interface Reads {
  '/session': Session
  '/{account}/me': Json<PartnerAccount> | Json<DistributorAccount>
  '/partner/home': Json<PartnerHome>
  '/distributor/home': Json<DistributorHome>
  '/distributor/usage': Json<DistributorUsage>
  '/{account}/assessments': Json<RunList>
  '/{account}/customers': Json<CustomerList>
  '/{account}/events': Json<EventList>
  '/{account}/event-types': Json<EventKinds>
}

/** The calls that change something: what each takes as its body, and answers with. */
export interface Changes {
  'DELETE /session': { body: undefined; answer: undefined }
  'POST /session/confirm': { body: Confirmation; answer: undefined }
  /** Answers with the PublicKeyCredentialRequestOptionsJSON of Web Authentication, a type that only browsers know. */
  'POST /session/confirm/passkey': { body: undefined; answer: unknown }
  'POST /session/account': { body: { account: string }; answer: undefined }
}

/** A type of the server as it arrives: dates are texts. */
export type Json<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Json<Item>[]
    : T extends object
      ? { [Key in keyof T]: Json<T[Key]> }
      : T

export type AccountKind = 'partner' | 'distributor'

/** The signed-in person, as `GET /session` answers. */
export type Session = Json<CurrentSession>

export type Account = Session['account']
