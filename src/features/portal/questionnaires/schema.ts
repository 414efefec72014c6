import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, Timestamp } from '../../../api.ts'

/** What people are asked about all customers. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()

const STATES = ['open', 'overdue', 'unopened', 'opened', 'undelivered', 'answered'] as const

const filterFields = {
  /**
   * By default `open`, all that wait for answers. Of those, `overdue` are due, `unopened` nobody has opened, `opened` somebody has, and
   * for `undelivered` an email failed. `answered` are complete.
   */
  state: Type.Optional(Type.Enum([...STATES])),
  product: Type.Optional(Type.String({ maxLength: 100 })),
  /** Part of the customer's name or tenant id. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
}

const filter = Type.Object(filterFields)
export type QuestionnaireQuery = Static<typeof filter>

export const QuestionnaireListQuery = Type.Object({ ...filterFields, ...PageQuery })
export type QuestionnaireListQuery = Static<typeof QuestionnaireListQuery>

export const CustomersQuestionnaire = Type.Object({
  /** Of the invitation. */
  id: Type.String(),
  customerId: Type.String(),
  customerName: Type.String(),
  product: Type.String(),
  askedAt: Timestamp,
  dueAt: Timestamp,
  reminders: Count,
  /** Of the next reminder that is sent without asking; absent after the last. */
  remindAt: Type.Optional(Timestamp),
  answeredAt: Type.Optional(Timestamp),
  /** Open questions; absent where they were not counted yet. */
  open: Type.Optional(Count),
  /** Whether a reminder can be sent now: somebody is asked, and got no email about it within a day. */
  canRemind: Type.Boolean(),
  people: Type.Array(
    Type.Object({
      email: Type.String(),
      /** Of a colleague: the recipient who asked for help. */
      invitedBy: Type.Optional(Type.String()),
      /** The last invitation or reminder to this address; absent before the first. */
      mail: Type.Optional(Type.Object({ status: Type.String(), error: Type.Optional(Type.String()) })),
      /** When the person last opened a link and asked for a code there: a program that only follows links does not. */
      openedAt: Type.Optional(Timestamp),
      /** Questions of the product that the person has answered. */
      answered: Count,
      answeredAt: Type.Optional(Timestamp),
    }),
  ),
})
export type CustomersQuestionnaire = Static<typeof CustomersQuestionnaire>

export const CustomersQuestionnaires = Type.Object({
  /** All that match, and those of them for which a reminder can be sent now. */
  counts: Type.Object({ matching: Count, remindable: Count }),
  questionnaires: Type.Array(CustomersQuestionnaire),
  nextCursor: NextCursor,
})
export type CustomersQuestionnaires = Static<typeof CustomersQuestionnaires>

/** All that match; with ids, only those of them. */
export const QuestionnaireSelection = Type.Object({
  filter,
  ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
})
export type QuestionnaireSelection = Static<typeof QuestionnaireSelection>

export const RemindedQuestionnaires = Type.Object({
  /** Questionnaires whose people get an email. */
  reminded: Count,
  /** Nobody is asked, they got an email within a day, or nothing is open any more. */
  leftOut: Count,
  /** More than are reminded in one call: another call continues with them. */
  remaining: Count,
})
export type RemindedQuestionnaires = Static<typeof RemindedQuestionnaires>
