import type { Framework, Scoring } from '../../../engine/model/framework.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'

/** How long people have to answer. */
const DUE_MS = 14 * DAY_MS

/** When people are reminded, from the invitation on. */
const REMINDERS_MS = [3 * DAY_MS, 7 * DAY_MS] as const

/**
 * Shortest time between two reminders, even if the first was late. Reminders about the questionnaires of one customer that
 * are due closer together are sent together.
 */
const REMINDER_GAP_MS = DAY_MS

/** An older invitation is replaced by a new one at the next run. */
const STALE_MS = 30 * DAY_MS

/** How long a link opens the questionnaire. */
const LINK_MS = 90 * DAY_MS

/** The partner is notified of answers after this time without another one. */
const QUIET_MS = 30 * MINUTE_MS

/** How many colleagues the recipients of one invitation may ask for help, in total. */
export const MAX_COLLEAGUES = 10

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const dueAt = (createdAt: Date): Date => after(createdAt, DUE_MS)
export const staleBefore = (now: Date): Date => after(now, -STALE_MS)
/** People see what was completed after this time, to correct it, as long as a link would work. */
export const correctableSince = (now: Date): Date => after(now, -LINK_MS)
export const linkExpiry = (now: Date): Date => after(now, LINK_MS)
export const remindTogetherUntil = (now: Date): Date => after(now, REMINDER_GAP_MS)
/** People who were invited or reminded after this time are not reminded again by hand. */
export const remindableBefore = (now: Date): Date => after(now, -REMINDER_GAP_MS)
export const quietBefore = (now: Date): Date => after(now, -QUIET_MS)

/** When the next reminder is due after `sent` reminders, the last of them now; null after the last one. */
export function nextReminder(createdAt: Date, sent: number, now: Date): Date | null {
  const wanted = REMINDERS_MS[sent]
  if (wanted === undefined) return null
  const planned = after(createdAt, wanted)
  const earliest = sent === 0 ? planned : after(now, REMINDER_GAP_MS)
  return planned > earliest ? planned : earliest
}

/** What it takes to read a question and choose one of the answers: levels come with a description of each. */
const SECONDS_PER_QUESTION: Readonly<Record<Scoring, number>> = { 'levels-reached': 30, maturity: 60 }

/** An estimate shown with minutes: rounded up, to five minutes where it is longer than ten. */
export function minutesToAnswer({ scoring }: Pick<Framework, 'scoring'>, open: number): number {
  const minutes = Math.ceil((open * SECONDS_PER_QUESTION[scoring]) / 60)
  return minutes <= 10 ? minutes : Math.ceil(minutes / 5) * 5
}

/** Whether somebody may answer: a recipient while the customer lists the address, a colleague while it lists who asked. */
export function isAdmitted(
  { email, invitedBy }: { email: string; invitedBy: string | null },
  recipients: readonly string[],
): boolean {
  const trusted = (invitedBy ?? email).toLowerCase()
  return recipients.some((address) => address.toLowerCase() === trusted)
}
