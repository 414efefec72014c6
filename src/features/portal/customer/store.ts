import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ApprovalHow } from '../../../platform/database/tables.gen.ts'
import { lastMail, lastOpened, ownAnswers } from '../asked-people.ts'

/** The reads of the screen of one customer, each one statement on the tables of several features. */

interface AccessRow {
  approvedAt: Date | null
  approverName: string | null
  how: ApprovalHow | null
  linkEndsAt: Date | null
  answeredAt: Date | null
  refusal: string | null
}

/** Who approved the customer's tenant, and what became of the link to approve it; undefined if the partner has no such customer. */
export async function findAccess(
  db: Connection,
  partnerId: string,
  customerId: string,
  now: Date,
): Promise<AccessRow | undefined> {
  const { rows } = await sql<AccessRow>`
    select approval.approved_at as "approvedAt", approval.approver_name as "approverName", approval.how,
      link.expires_at as "linkEndsAt", consent.answered_at as "answeredAt", consent.refusal
    from customers as customer
    left join lateral (
      select * from tenant_approvals as each
      where each.tenant_id = lower(customer.tenant_id)
        and (each.partner_id = customer.partner_id or each.partner_id is null)
      order by each.approved_at desc limit 1) as approval on true
    left join consent_links as link on link.customer_id = customer.id and link.expires_at > ${now}
      and link.tenant_id = lower(customer.tenant_id)
    left join customer_consents as consent on consent.customer_id = customer.id
      and consent.tenant_id = lower(customer.tenant_id)
    where customer.partner_id = ${partnerId} and customer.id = ${customerId}`.execute(db)
  return rows[0]
}

/** Of each product the newest completed runs, and the newest other run that has ended. */
export async function listCourse(db: Connection, partnerId: string, customerId: string, max: number) {
  const placed = db
    .selectFrom('runs')
    .select(['id', 'product', 'status', 'maturity_target', 'score', 'score_ceiling', 'coverage', 'maturity_achieved'])
    .select(['critical', 'high', 'medium', 'low', 'failure_code', 'failure_message', 'completed_at'])
    .select(
      sql<number>`row_number() over (partition by product, status order by completed_at desc, id desc)`.as('place'),
    )
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['completed', 'failed'])
  return await db
    .selectFrom(placed.as('run'))
    .selectAll()
    .where('place', '<=', sql<number>`case status when 'completed' then ${max}::integer else 1 end`)
    .orderBy('place')
    .execute()
}

export type CourseRow = Awaited<ReturnType<typeof listCourse>>[number]

/** How many repairs of the customer's findings have each status, and how many are planned for a day before `today`. */
export async function countRepairs(db: Connection, partnerId: string, customerId: string, today: string) {
  return await db
    .selectFrom('finding_progress')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '=', 'planned').as('planned'),
      eb.fn.countAll<number>().filterWhere('due_on', '<', today).as('overdue'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'done').as('done'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'verified').as('verified'),
    ])
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
}

/** The open questionnaires of a customer: how many people each asks, and how many of its questions are open. */
export async function listOpenInvitations(db: Connection, partnerId: string, customerId: string) {
  return await db
    .selectFrom('questionnaire_invitations as invitation')
    .innerJoin('customers as customer', 'customer.id', 'invitation.customer_id')
    .leftJoin('open_questions as question', (join) =>
      join
        .onRef('question.customer_id', '=', 'invitation.customer_id')
        .onRef('question.product', '=', 'invitation.product'),
    )
    .leftJoin('questionnaire_recipients as recipient', 'recipient.invitation_id', 'invitation.id')
    .select(['invitation.product', 'invitation.due_at as dueAt', 'question.open'])
    .select((eb) => eb.fn.count<number>('recipient.id').as('people'))
    .where('customer.partner_id', '=', partnerId)
    .where('invitation.customer_id', '=', customerId)
    .where('invitation.closed_at', 'is', null)
    .groupBy(['invitation.id', 'question.open'])
    .execute()
}

export type OpenInvitation = Awaited<ReturnType<typeof listOpenInvitations>>[number]

interface AskedRow {
  product: string
  email: string
  invitedBy: string | null
  askedAt: Date
  dueAt: Date
  reminders: number
  mailStatus: string | null
  sentAt: Date | null
  error: string | null
  openedAt: Date | null
  answered: number
  answeredAt: Date | null
}

/** Everybody whom an open invitation of the customer asks, with their last email and their answers. */
export async function listAsked(db: Connection, partnerId: string, customerId: string): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select invitation.product, recipient.email, recipient.invited_by as "invitedBy", invitation.created_at as "askedAt",
      invitation.due_at as "dueAt", invitation.reminders, mail.status as "mailStatus", mail.sent_at as "sentAt",
      mail.last_error as error, opened.at as "openedAt", answered.n as answered, answered.at as "answeredAt"
    from questionnaire_invitations as invitation
    join customers as customer on customer.id = invitation.customer_id
    join questionnaire_recipients as recipient on recipient.invitation_id = invitation.id
    ${lastMail}
    ${lastOpened}
    ${ownAnswers}
    where customer.partner_id = ${partnerId} and invitation.customer_id = ${customerId} and invitation.closed_at is null
    order by invitation.product, recipient.id`.execute(db)
  return rows
}

/** The partner's runs that have not ended, or those of one customer. */
export async function listRunningRuns(db: Connection, partnerId: string, customerId: string | undefined) {
  let query = db
    .selectFrom('runs')
    .select(['id', 'customer_id', 'product', 'status', 'created_at', 'progress_done', 'progress_of'])
    .where('partner_id', '=', partnerId)
    .where('status', 'in', ['queued', 'running'])
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}
