import { DAY_MS } from '../../../../shared/dates/time-units.ts'

/** The week that a digest is about: the one before the Monday on which it is sent, by the clocks of a time zone. */
export interface DigestWeek {
  /** YYYY-MM-DD. */
  monday: string
  since: Date
  until: Date
}

/** Local time on Monday. */
const OPENS = Temporal.PlainTime.from('07:00')

/** After a longer outage than this, the week has no digest: on Friday nobody wants the news of Monday. */
const OPEN_DAYS = 2

const toDate = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds)

/** The week before the latest Monday in a time zone. */
export function weekBefore(now: Date, timeZone: string): DigestWeek {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  return {
    monday: monday.toString(),
    since: toDate(monday.subtract({ days: 7 }).toZonedDateTime(timeZone)),
    until: toDate(monday.toZonedDateTime(timeZone)),
  }
}

/** The week whose digest may be sent now: from Monday morning until the end of Tuesday. */
export function dueWeek(now: Date, timeZone: string): DigestWeek | undefined {
  const week = weekBefore(now, timeZone)
  const monday = Temporal.PlainDate.from(week.monday)
  const opensAt = toDate(monday.toZonedDateTime({ timeZone, plainTime: OPENS }))
  const endsAt = toDate(monday.add({ days: OPEN_DAYS }).toZonedDateTime(timeZone))
  return now >= opensAt && now < endsAt ? week : undefined
}

/** Items of one list of a digest; the email says how many there are. */
export const MAX_ITEMS = 10

/** Exceptions that end within this time are in the digest. */
export const exceptionsUntil = (now: Date): Date => new Date(now.getTime() + 14 * DAY_MS)

/** Questions without any answer for this long are in the digest. */
export const askedBefore = (now: Date): Date => new Date(now.getTime() - 7 * DAY_MS)

/** Invited partners that have not become active for this long are in the digest. */
export const invitedBefore = (now: Date): Date => new Date(now.getTime() - 7 * DAY_MS)

/** From this share of the plan's runs on, the usage alone is worth a digest. */
const MUCH_USED = 0.8

export const isMuchUsed = ({ used, limit }: { used: number; limit: number }): boolean =>
  limit > 0 && used >= limit * MUCH_USED
