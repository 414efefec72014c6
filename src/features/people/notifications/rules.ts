import type { Role } from '../../../shared/actor.ts'
import { includesRole, type PeopleAccount } from '../rules.ts'

/** What mails are about, in the order in which people choose. */
export const TOPIC_NAMES = [
  'weekly-digest',
  'assessment-worsened',
  'assessment-failed',
  'report-finished',
  'approvals',
  'questionnaires',
  'schedules',
  'webhooks',
  'keys',
  'payments',
  'visits',
] as const
export type Topic = (typeof TOPIC_NAMES)[number]

/** Who gets the mails of a topic. A role means itself and those above it. */
interface TopicRule {
  accounts: readonly PeopleAccount['kind'][]
  /** Who may have them. */
  mayHave: Role
  /** Who gets them unless they choose otherwise; absent: nobody. */
  byDefault?: Role
  /** Who always gets them, whatever they choose: they are about access and money. */
  always?: Role
  /** Whether the email address of the account gets them as an owner would, even if nobody signs in with it. */
  toContact: boolean
}

const PARTNER = ['partner'] as const
const BOTH = ['partner', 'distributor'] as const

export const TOPICS: Readonly<Record<Topic, TopicRule>> = {
  'weekly-digest': { accounts: BOTH, mayHave: 'reader', byDefault: 'technician', toContact: false },
  /** A score fell, or a critical finding is new. */
  'assessment-worsened': { accounts: PARTNER, mayHave: 'reader', byDefault: 'technician', toContact: false },
  /** These two are sent for every run, so only people who asked for them get them. */
  'assessment-failed': { accounts: PARTNER, mayHave: 'reader', toContact: false },
  'report-finished': { accounts: PARTNER, mayHave: 'reader', toContact: false },
  approvals: { accounts: PARTNER, mayHave: 'reader', byDefault: 'admin', toContact: true },
  questionnaires: { accounts: PARTNER, mayHave: 'reader', byDefault: 'admin', toContact: true },
  schedules: { accounts: PARTNER, mayHave: 'reader', byDefault: 'admin', toContact: true },
  webhooks: { accounts: BOTH, mayHave: 'admin', byDefault: 'admin', toContact: true },
  keys: { accounts: BOTH, mayHave: 'admin', byDefault: 'admin', always: 'owner', toContact: true },
  payments: { accounts: PARTNER, mayHave: 'admin', always: 'owner', toContact: true },
  visits: { accounts: PARTNER, mayHave: 'admin', byDefault: 'admin', always: 'owner', toContact: true },
}

/** Somebody of an account; `isContact`: their address is the account's. `choice` is null if they have not chosen. */
export interface Chooser {
  role: Role
  isContact: boolean
  choice: boolean | null
}

/** Whether somebody gets the mails of a topic, and whether that is theirs to choose. */
export function wantsNotice(
  topic: Topic,
  { role, isContact, choice }: Chooser,
): { isWanted: boolean; isAlways: boolean } {
  const { mayHave, byDefault, always, toContact } = TOPICS[topic]
  const counted = isContact && toContact ? 'owner' : role
  if (always !== undefined && includesRole(counted, always)) return { isWanted: true, isAlways: true }
  if (!includesRole(counted, mayHave)) return { isWanted: false, isAlways: false }
  const isDefault = byDefault !== undefined && includesRole(counted, byDefault)
  return { isWanted: choice ?? isDefault, isAlways: false }
}

/** The topics that somebody may choose, or gets always. */
export const topicsOf = (kind: PeopleAccount['kind'], { role, isContact }: Omit<Chooser, 'choice'>): Topic[] =>
  TOPIC_NAMES.filter((topic) => {
    const { accounts, mayHave, toContact } = TOPICS[topic]
    return accounts.includes(kind) && includesRole(isContact && toContact ? 'owner' : role, mayHave)
  })

/** Whether two email addresses are the same: people write them in any case. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
