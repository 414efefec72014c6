import type { Plan, SubscriptionStatus } from './plans.ts'

/** Who is acting: recorded in every audit row. */
export interface Principal {
  kind: 'partner' | 'distributor' | 'person' | 'operator' | 'system' | 'recipient' | 'administrator'
  /**
   * Id of the account or person, the name of the operator's command or of the job, the id of a directory's token, a recipient's email address, or the object id of
   * an administrator of a customer's tenant.
   */
  id: string
  /** The account that a person acts for; other kinds are accounts themselves, or have none. */
  accountId?: string
  requestId?: string
  /** The `traceparent` header to pass on, if the request belongs to a trace. */
  traceparent?: string
  address?: string
}

/** An author acting on one partner's data. Every tenant-owned query takes `partnerId` from here. */
export interface Actor extends Principal {
  partnerId: string
  /** The partner's distributor, which receives every event as well. */
  distributorId: string | null
  plan: Plan
  /** State of the partner's subscription, in the payment processor's words; null without a subscription. */
  subscriptionStatus: SubscriptionStatus | null
}

/** A distributor acting on its own account. */
export interface DistributorActor extends Principal {
  distributorId: string
}

/** A company directory that provisions the people of its account. */
export interface Provisioner {
  account: {
    kind: 'partner' | 'distributor'
    id: string
    owner: { partnerId: string | null; distributorId: string | null }
  }
  /** The token's id, as recorded in the audit trail. */
  author: Principal
}

/** What a person may do in an account; each role includes the later ones. */
export const ROLES = ['owner', 'admin', 'technician', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** A visit of a distributor's person to a partner. */
export interface Visit {
  /** Prefix vis_. */
  id: string
  /** Whether changes are allowed. */
  mayAct: boolean
  endsAt: Date
  /** The account that the person belongs to. */
  home: { id: string; name: string }
}

/** A signed-in person, as the portal's routes see them. Exactly one of `actor` and `distributor` is set, by the account's kind. */
export interface PersonSession {
  /** Prefix ses_. Identifies the session in lists; not the secret in the cookie. */
  sessionId: string
  /** Prefix usr_. */
  personId: string
  email: string
  name: string
  role: Role
  /** `requiresFactor`: everybody in the account needs a second factor. */
  account: { kind: 'partner' | 'distributor'; id: string; name: string; requiresFactor: boolean }
  /** When the recent second factor expires; null if there was none. */
  strongUntil: Date | null
  /** Set while a person of a distributor visits one of its partners; `account` and `actor` are then the partner's. */
  visit?: Visit
  actor?: Actor
  distributor?: DistributorActor
}
