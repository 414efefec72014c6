import type { Role } from '../../../shared/actor.ts'

/** What people choose to hear of by mail, each with the roles that do unless they choose otherwise. */
export const TOPICS = {
  /** A score fell, or a critical finding is new. */
  'assessment-worsened': ['owner', 'admin', 'technician'],
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Topic = keyof typeof TOPICS

/** Whether somebody wants mails about a topic; `choice` is null if they have not chosen. */
export const wantsNotice = (topic: Topic, role: Role, choice: boolean | null): boolean =>
  choice ?? TOPICS[topic].some((each) => each === role)
