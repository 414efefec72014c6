import type { PartnerAccount } from '../src/features/accounts/schema.ts'
import type { DistributorAccount } from '../src/features/distributors/schema.ts'
import type { EventKinds, EventList } from '../src/features/events/schema.ts'
import type { Role } from '../src/shared/actor.ts'

/**
 * The paths that the client reads, relative to /portal/api, with the shape of each answer as JSON. `{account}` is `partner`
 * or `distributor`, by the account of the session; `:name` is a parameter. A test compares them with the server's routes.
 */
export interface Reads {
  '/session': Session
  '/{account}/me': Json<PartnerAccount> | Json<DistributorAccount>
  '/{account}/events': Json<EventList>
  '/{account}/event-types': Json<EventKinds>
}

/** The calls that change something: what each takes as its body, and answers with. */
export interface Changes {
  'DELETE /session': { body: undefined; answer: undefined }
  'POST /session/confirm': {
    body: { password?: string; code?: string; recoveryCode?: string; passkey?: unknown }
    answer: undefined
  }
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

export interface Account {
  kind: AccountKind
  id: string
  name: string
}

/** The signed-in person, as `GET /session` answers. */
export interface Session {
  person: { id: string; name: string; email: string; role: Role }
  account: Account
  /** Until when calls that need a second factor are allowed without asking; null if not. */
  strongUntil: string | null
  factors: { passkeys: number; totp: boolean; recoveryCodesLeft: number }
  /** The accounts that the person may switch to, including this one. */
  accounts: Account[]
  /** Address of the API for keys, such as https://plumbline.example. */
  apiUrl: string
  /** A recent change to the person's own security, as one sentence. */
  banner?: string
}
