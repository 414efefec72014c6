const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Until when people are asked to have answered. */
const DUE_MS = 14 * DAY_MS

/** When people are reminded, counted from the invitation. */
const REMINDERS_MS = [3 * DAY_MS, 7 * DAY_MS] as const

/** Two reminders are never closer, also where the first was late. */
const REMINDER_GAP_MS = DAY_MS

/** An invitation that is older gives way to a new one at the next run: nobody answers it any more. */
const STALE_MS = 30 * DAY_MS

/** How long a link opens the questionnaire, to be answered or looked at again. */
const LINK_MS = 90 * DAY_MS

/** After so long without another answer, the partner is told of those that came. */
const QUIET_MS = 30 * MINUTE_MS

/** Colleagues who may be asked for help, in all, by the recipients of one invitation. */
export const COLLEAGUES_MOST = 10

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const dueAt = (createdAt: Date): Date => after(createdAt, DUE_MS)
export const staleBefore = (now: Date): Date => after(now, -STALE_MS)
export const linkExpiry = (now: Date): Date => after(now, LINK_MS)
export const quietBefore = (now: Date): Date => after(now, -QUIET_MS)

/** When the next reminder is due after so many were sent, the last of them now; null where that was the last. */
export function nextReminder(createdAt: Date, sent: number, now: Date): Date | null {
  const wanted = REMINDERS_MS[sent]
  if (wanted === undefined) return null
  const planned = after(createdAt, wanted)
  const earliest = sent === 0 ? planned : after(now, REMINDER_GAP_MS)
  return planned > earliest ? planned : earliest
}

/** Whether somebody may answer: a recipient as long as the customer names the address, a colleague as long as it names who asked. */
export function isAdmitted(
  { email, invitedBy }: { email: string; invitedBy: string | null },
  recipients: readonly string[],
): boolean {
  const trusted = (invitedBy ?? email).toLowerCase()
  return recipients.some((address) => address.toLowerCase() === trusted)
}
