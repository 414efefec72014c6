import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import { lastMail, lastOpened, ownAnswers } from '../asked-people.ts'
import { contains } from '../customer-search.ts'
import type { QuestionnaireQuery } from './schema.ts'

export interface QuestionnaireFilter extends QuestionnaireQuery {
  at: Date
  /** People who got an email after this time are not reminded. */
  remindableBefore: Date
}

/** As PostgreSQL writes it into JSON. */
interface PersonJson {
  email: string
  invitedBy: string | null
  mailStatus: string | null
  error: string | null
  openedAt: string | null
  answered: number
  answeredAt: string | null
}

export interface QuestionnaireRow {
  id: string
  customerId: string
  customerName: string
  product: string
  createdAt: Date
  dueAt: Date
  reminders: number
  remindAt: Date | null
  closedAt: Date | null
  open: number | null
  canRemind: boolean
  people: PersonJson[]
}

const hasRecipients = sql`exists (select from questionnaire_recipients where invitation_id = invitation.id)`

/** Whether somebody who is invited meets a condition on the joined rows. */
const somebody = (joins: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from questionnaire_recipients as recipient ${joins} where recipient.invitation_id = invitation.id and ${condition})`

const hasOpened = somebody(lastOpened, sql`opened.at is not null`)

const CONDITIONS: Readonly<Record<NonNullable<QuestionnaireQuery['state']>, (at: Date) => RawBuilder<unknown>>> = {
  open: () => sql`true`,
  overdue: (at) => sql`invitation.due_at <= ${at}`,
  unopened: () => sql`${hasRecipients} and not ${hasOpened}`,
  opened: () => hasOpened,
  undelivered: () => somebody(lastMail, sql`mail.status = 'failed'`),
  answered: () => sql`invitation.ended = 'answered'`,
}

/**
 * The invitations of the partner's customers that match, as rows called `invitation` and `customer`. Each customer has at most one
 * that is open for each product, so this reads some thousand rows at most, by indexes.
 */
function matchingIn(partnerId: string, { state = 'open', product, q, at }: QuestionnaireFilter): RawBuilder<unknown> {
  const isClosed = state === 'answered'
  return sql`
    from customers as customer
    join questionnaire_invitations as invitation on invitation.customer_id = customer.id
      and invitation.closed_at is ${isClosed ? sql`not null` : sql`null`}
    where customer.partner_id = ${partnerId} and ${CONDITIONS[state](at)}
      ${product === undefined ? sql`` : sql`and invitation.product = ${product}`}
      ${q === undefined ? sql`` : sql`and ${contains(q, sql`customer.name`, sql`customer.tenant_id`)}`}`
}

/** Whether the people of the row called `invitation` can be reminded. */
const canRemind = ({ remindableBefore }: QuestionnaireFilter): RawBuilder<boolean> => sql<boolean>`(
  invitation.closed_at is null and coalesce(invitation.reminded_at, invitation.created_at) <= ${remindableBefore}
    and ${hasRecipients})`

/** What is asked about the partner's customers and matches, newest first, with everybody who is asked. */
export async function listQuestionnaires(
  db: Connection,
  partnerId: string,
  filter: QuestionnaireFilter,
  { limit, after }: { limit: number; after?: ListPosition },
): Promise<QuestionnaireRow[]> {
  const { rows } = await sql<QuestionnaireRow>`
    select invitation.id, invitation.customer_id as "customerId", invitation.customer_name as "customerName",
      invitation.product, invitation.created_at as "createdAt", invitation.due_at as "dueAt", invitation.reminders,
      invitation.remind_at as "remindAt", invitation.closed_at as "closedAt", question.open,
      ${canRemind(filter)} as "canRemind", asked.people
    from (
      select invitation.*, customer.name as customer_name ${matchingIn(partnerId, filter)}
        ${after ? sql`and (invitation.created_at, invitation.id) < (${new Date(after.createdAt)}, ${after.id})` : sql``}
      order by invitation.created_at desc, invitation.id desc limit ${limit}
    ) as invitation
    left join open_questions as question
      on question.customer_id = invitation.customer_id and question.product = invitation.product
    cross join lateral (
      select coalesce(json_agg(json_build_object('email', recipient.email, 'invitedBy', recipient.invited_by,
        'mailStatus', mail.status, 'error', mail.last_error, 'openedAt', opened.at, 'answered', answered.n,
        'answeredAt', answered.at) order by recipient.id), '[]') as people
      from questionnaire_recipients as recipient
      ${lastMail}
      ${lastOpened}
      ${ownAnswers}
      where recipient.invitation_id = invitation.id
    ) as asked
    order by invitation.created_at desc, invitation.id desc`.execute(db)
  return rows
}

/** How many match, and for how many of them a reminder can be sent. */
export async function countQuestionnaires(
  db: Connection,
  partnerId: string,
  filter: QuestionnaireFilter,
): Promise<{ matching: number; remindable: number }> {
  const { rows } = await sql<{ matching: number; remindable: number }>`
    select count(*) as matching, count(*) filter (where ${canRemind(filter)}) as remindable
    ${matchingIn(partnerId, filter)}`.execute(db)
  return rows[0] ?? { matching: 0, remindable: 0 }
}

/** The customers of all that match and can be reminded, by product; with ids, only those of them. Oldest first. */
export async function listRemindable(
  db: Connection,
  partnerId: string,
  filter: QuestionnaireFilter,
  { ids, max }: { ids: readonly string[] | undefined; max: number },
): Promise<{ customerId: string; product: string }[]> {
  const { rows } = await sql<{ customerId: string; product: string }>`
    select invitation.customer_id as "customerId", invitation.product ${matchingIn(partnerId, filter)}
      and ${canRemind(filter)}
      ${ids === undefined ? sql`` : sql`and invitation.id = any(${ids}::text[])`}
    order by invitation.created_at, invitation.id limit ${max}`.execute(db)
  return rows
}
