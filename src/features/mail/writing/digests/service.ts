import type { App } from '../../../../app.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { spanText } from '../../../../shared/charts/gauge.ts'
import { spanStep } from '../../../../shared/charts/span-change.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import { monthOf } from '../../../../shared/dates/month.ts'
import { DAY_MS } from '../../../../shared/dates/time-units.ts'
import { isId } from '../../../../shared/ids.ts'
import { plainName } from '../../../../shared/text/plain-name.ts'
import { effectiveRunsLimit } from '../../../billing/rules.ts'
import { type MailContent, settingsUrlOf } from '../../outbox/rules.ts'
import { type PartnerDigest, writeDistributorDigest, writePartnerDigest } from '../../templates/digest.ts'
import {
  askedBefore,
  type DigestWeek,
  exceptionsUntil,
  invitedBefore,
  isMuchUsed,
  MAX_ITEMS,
  weekBefore,
} from './rules.ts'
import {
  countFindingChanges,
  findRecipient,
  findUsage,
  listEndingExceptions,
  listFailedRuns,
  listNewCritical,
  listPartnersDue,
  listScoreChanges,
  listUnanswered,
  type ScoreChange,
} from './store.ts'

/** A digest with content, and the customers that it names. */
export interface Digest {
  content: MailContent
  customerIds: string[]
}

/** The text of a digest from before a customer that it named was deleted, without that customer; undefined if nothing is left. */
export async function composeDigestAgain(
  app: App,
  db: Connection,
  personId: string,
  queuedAt: Date,
): Promise<MailContent | undefined> {
  const recipient = await findRecipient(db, personId)
  if (!recipient) return undefined
  const timeZone = recipient.timeZone ?? 'UTC'
  const week = weekBefore(queuedAt, timeZone)
  return (await composeDigest(app, db, { ...recipient, timeZone, week }))?.content
}

/** Whose digest, and of which week. */
interface Subject {
  accountId: string
  company: string
  timeZone: string
  week: DigestWeek
}

/** The news of a week for the people of an account; undefined if there is nothing to say. */
export async function composeDigest(app: App, db: Connection, subject: Subject): Promise<Digest | undefined> {
  const reader = { company: subject.company, appUrl: app.appUrl, settingsUrl: settingsUrlOf(app) }
  if (!isId('prt', subject.accountId)) {
    const lists = await listDuePartners(app, db, subject)
    return lists.length > 0 ? { content: writeDistributorDigest({ lists }, reader), customerIds: [] } : undefined
  }
  const found = await findPartnerNews(app, db, subject)
  return found && { content: writePartnerDigest(found.news, reader), customerIds: found.customerIds }
}

/** What happened in a week at the customers of a partner, or is due soon. */
async function readWeek(app: App, db: Connection, partnerId: string, week: DigestWeek) {
  const now = app.now()
  const scores = await listScoreChanges(db, partnerId, week)
  return {
    fallen: scores.filter((change) => spanStep(change.before, change) < 0),
    risen: scores.filter((change) => spanStep(change.before, change) > 0),
    critical: await listNewCritical(db, partnerId, week),
    failed: await listFailedRuns(db, partnerId, week),
    ending: await listEndingExceptions(db, partnerId, { now, by: exceptionsUntil(now) }),
    unanswered: await listUnanswered(db, partnerId, askedBefore(now)),
    changes: await countFindingChanges(db, partnerId, week),
  }
}

/** A week in numbers: of a partner what `readWeek` returns, of a distributor how many partners need attention. */
export async function findWeekFigures(
  app: App,
  db: Connection,
  { accountId, week }: Pick<Subject, 'accountId' | 'week'>,
): Promise<Record<string, number>> {
  if (!isId('prt', accountId)) {
    const due = await listPartnersDue(db, accountId, week, invitedBefore(app.now()))
    const totalOf = (why: (typeof due)[number]['why']): number => due.find((row) => row.why === why)?.total ?? 0
    return { pending: totalOf('pending'), unpaid: totalOf('unpaid'), suspended: totalOf('suspended') }
  }
  const { critical, fallen, risen, failed, ending, unanswered, changes } = await readWeek(app, db, accountId, week)
  const totalOf = (rows: readonly { total: number }[]): number => rows[0]?.total ?? 0
  return {
    newCritical: totalOf(critical),
    fell: fallen.length,
    rose: risen.length,
    failed: totalOf(failed),
    ending: totalOf(ending),
    unanswered: totalOf(unanswered),
    ...changes,
  }
}

async function findPartnerNews(
  app: App,
  db: Connection,
  { accountId, timeZone, week }: Subject,
): Promise<{ news: PartnerDigest; customerIds: string[] } | undefined> {
  const now = app.now()
  const { critical, fallen, risen, failed, ending, unanswered, changes } = await readWeek(app, db, accountId, week)
  const stored = await findUsage(db, accountId, monthOf(now))
  if (!stored) return undefined
  const usage = { used: stored.used, limit: effectiveRunsLimit(stored.plan, stored.status) }
  const rows = [
    ...critical,
    ...failed,
    ...ending,
    ...unanswered,
    ...fallen.slice(0, MAX_ITEMS),
    ...risen.slice(0, MAX_ITEMS),
  ]
  if (rows.length === 0 && changes.opened + changes.resolved === 0 && !isMuchUsed(usage)) return undefined
  const lists = [
    toList('New critical findings', critical, ({ name, findings }) => `${plainName(name)}: ${findings}`),
    { heading: 'Scores that fell', items: fallen.slice(0, MAX_ITEMS).map(scoreText), total: fallen.length },
    { heading: 'Scores that rose', items: risen.slice(0, MAX_ITEMS).map(scoreText), total: risen.length },
    toList('Failed runs', failed, ({ name }) => plainName(name)),
    toList(
      'Exceptions that end within 14 days',
      ending,
      ({ name, requirement, expiresAt }) =>
        `${plainName(name)}${requirement === null ? '' : `, ${requirement}`}: ${dayText(expiresAt, { timeZone })}`,
    ),
    toList(
      'Questions unanswered for a week',
      unanswered,
      ({ name, product }) => `${plainName(name)}, ${findFramework(product)?.name ?? product}`,
    ),
  ]
  const lastDay = new Date(week.until.getTime() - DAY_MS / 2)
  const news = { since: week.since, lastDay, timeZone, lists, ...changes, usage }
  return { news, customerIds: [...new Set(rows.map(({ customerId }) => customerId))] }
}

const scoreText = ({ name, product, before, score, ceiling }: ScoreChange): string =>
  `${plainName(name)}, ${findFramework(product)?.name ?? product}: ${spanText(before)} to ${spanText({ score, ceiling })}`

const toList = <T extends { total: number }>(heading: string, rows: readonly T[], write: (row: T) => string) => ({
  heading,
  items: rows.map(write),
  total: rows[0]?.total ?? 0,
})

async function listDuePartners(app: App, db: Connection, { accountId, week }: Subject) {
  const rows = await listPartnersDue(db, accountId, week, invitedBefore(app.now()))
  const of = (why: (typeof rows)[number]['why'], heading: string) =>
    toList(
      heading,
      rows.filter((row) => row.why === why),
      ({ company }) => plainName(company),
    )
  return [
    of('pending', 'Invited more than a week ago and not active yet'),
    of('unpaid', 'Payments that are overdue'),
    of('suspended', 'Suspended last week'),
  ].filter(({ items }) => items.length > 0)
}
