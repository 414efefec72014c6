/**
 * The changes that somebody is told of by e-mail. Each of them queues the job below, in its own statement; all others
 * cost nothing.
 */
export const NOTIFIED_ACTIONS = [
  'partner.created',
  'partner.invited',
  'assessment.completed',
  'approval.missing',
  'key.created',
  'key.revoked',
  'plan.changed',
  'webhook.failing',
  'questionnaire.invited',
  'questionnaire.reminded',
  'questionnaire.shared',
  'questionnaire.answered',
  'code.requested',
] as const

export type NotifiedAction = (typeof NOTIFIED_ACTIONS)[number]

export const isNotifiedAction = (action: string): action is NotifiedAction =>
  NOTIFIED_ACTIONS.some((notified) => notified === action)

/** The job that tells of a change; its payload is `{ changeId }`. */
export const NOTIFY_TASK = 'notify'
