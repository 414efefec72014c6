import type { PersonStatus } from '../../../platform/database/tables.gen.ts'
import type { Role } from '../../../shared/actor.ts'
import type { Factors } from '../factors/rules.ts'

/** Somebody as the people of their account see them. */
export interface TeamMember {
  /** Prefix usr_. */
  id: string
  email: string
  name: string
  role: Role
  status: PersonStatus
  createdAt: Date
  /** The last request or sign-in, if there is one within 90 days. */
  lastSeenAt?: Date
  factors: Factors
}

/** What may change of somebody; absent fields stay as they are. */
export interface MemberChange {
  name?: string | undefined
  role?: Role | undefined
  status?: PersonStatus | undefined
}
