import type { Plan, SubscriptionStatus } from './plans.ts'

/** Who is acting: written into every audit row. */
export interface Principal {
  kind: 'partner' | 'distributor' | 'operator' | 'system' | 'recipient' | 'administrator'
  /**
   * Id of the account, the name of the operator's command or of the job, a recipient's e-mail address, or the object id of
   * an administrator of a customer's tenant.
   */
  id: string
  requestId?: string
  address?: string
}

/** An author acting on one partner's data. Every tenant-owned query takes `partnerId` from here. */
export interface Actor extends Principal {
  partnerId: string
  /** The partner's distributor, which hears of every event as well. */
  distributorId: string | null
  plan: Plan
  /** State of the partner's subscription, in the payment processor's words; null where there is none. */
  subscriptionStatus: SubscriptionStatus | null
}

/** A distributor acting on its own account. */
export interface DistributorActor extends Principal {
  distributorId: string
}
