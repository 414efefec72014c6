import type { App } from '../../../app.ts'
import type { Actor } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { readList } from '../../../shared/pagination.ts'
import { namesNothing } from '../../assessments/rules.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { remindableBefore } from '../../questionnaires/invitations/rules.ts'
import { remindByHand } from '../../questionnaires/invitations/service.ts'
import { readSearch } from '../customer-search.ts'
import type {
  CustomersQuestionnaire,
  CustomersQuestionnaires,
  QuestionnaireListQuery,
  QuestionnaireQuery,
  QuestionnaireSelection,
  RemindedQuestionnaires,
} from './schema.ts'
import {
  countQuestionnaires,
  listQuestionnaires,
  listRemindable,
  type QuestionnaireFilter,
  type QuestionnaireRow,
} from './store.ts'

const PAGE = 50
/** Each one opens the answers of a customer to count them, in one transaction. */
const MAX_REMINDED = 200

/** One page of what people are asked about the partner's customers, newest first. */
export async function getQuestionnaires(
  app: App,
  { partnerId }: Actor,
  { limit = PAGE, cursor, ...query }: QuestionnaireListQuery,
): Promise<CustomersQuestionnaires> {
  const filter = toFilter(query, app.now())
  const { state, product, q } = filter
  const isNothing = namesNothing(query)
  const [{ items, nextCursor }, counts] = await Promise.all([
    readList(
      { limit, ...(cursor !== undefined && { cursor }) },
      { list: 'questionnaires', partnerId, state: state ?? null, product: product ?? null, q: q ?? null },
      async (page) => (isNothing ? [] : await listQuestionnaires(app.db, partnerId, filter, page)),
      toItem,
    ),
    isNothing ? { matching: 0, remindable: 0 } : countQuestionnaires(app.db, partnerId, filter),
  ])
  return { counts, questionnaires: items, ...(nextCursor !== undefined && { nextCursor }) }
}

function toFilter({ state, product, q }: QuestionnaireQuery, at: Date): QuestionnaireFilter {
  const text = readSearch(q)
  return {
    ...(state !== undefined && { state }),
    ...(product !== undefined && { product }),
    ...(text !== undefined && { q: text }),
    at,
    remindableBefore: remindableBefore(at),
  }
}

const toTime = (text: string | null): Date | undefined => (text === null ? undefined : new Date(text))

function toItem(row: QuestionnaireRow): CustomersQuestionnaire {
  const { id, customerId, customerName, product, createdAt, dueAt, reminders, remindAt, closedAt, open, canRemind } =
    row
  return {
    id,
    customerId,
    customerName,
    product,
    askedAt: createdAt,
    dueAt,
    reminders,
    ...(remindAt && !closedAt && { remindAt }),
    ...(closedAt && { answeredAt: closedAt }),
    ...(open !== null && { open }),
    canRemind,
    people: row.people.map(({ email, invitedBy, mailStatus, error, openedAt, answered, answeredAt }) => {
      const [opened, last] = [toTime(openedAt), toTime(answeredAt)]
      return {
        email,
        ...(invitedBy !== null && { invitedBy }),
        ...(mailStatus !== null && { mail: { status: mailStatus, ...(error !== null && { error }) } }),
        ...(opened && { openedAt: opened }),
        answered,
        ...(last && { answeredAt: last }),
      }
    }),
  }
}

/**
 * Reminds the people who are asked by the questionnaires that match, oldest first, at most 200 in one call. Leaves out
 * people who got an email within a day, so another call continues with the rest.
 */
export async function remindMatchingQuestionnaires(
  app: App,
  actor: Actor,
  { filter: query, ids }: QuestionnaireSelection,
  idempotency?: IdempotencyContext,
): Promise<RemindedQuestionnaires> {
  const { partnerId } = actor
  const filter = toFilter(query, app.now())
  return await withIdempotency(app, idempotency, async (tx) => {
    if (namesNothing(query)) return { reminded: 0, leftOut: 0, remaining: 0 }
    const { matching, remindable } = await countQuestionnaires(tx, partnerId, filter)
    const chosen = await listRemindable(tx, partnerId, filter, { ids, max: MAX_REMINDED })
    let reminded = 0
    for (const [product, rows] of Map.groupBy(chosen, (each) => each.product)) {
      const customerIds = rows.map(({ customerId }) => customerId)
      reminded += await remindByHand(app, tx, actor, { product, customerIds })
    }
    const remaining = ids === undefined ? remindable - chosen.length : 0
    return { reminded, leftOut: (ids?.length ?? matching) - reminded - remaining, remaining }
  })
}
