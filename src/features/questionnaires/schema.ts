import { type Static, Type } from 'typebox'
import { anyRow, CustomerId, PartnerId, Timestamp, timestamp } from '../../api.ts'
import { type AnyAnswer, MAX_EVIDENCE_URL_CHARACTERS, MAX_NOTE_CHARACTERS } from './answers/rules.ts'

const QuestionId = Type.String({
  description: 'Id of the requirement that the question is about, or of a scope question.',
  examples: ['ISM-1511'],
})
const AnswerWord = Type.Unsafe<AnyAnswer>({
  enum: ['yes', 'partly', 'no', 'not_applicable', 1, 2, 3, 4, 5],
  description:
    'yes, partly, no or not_applicable. For a question about a level: a whole number from 1 to 5, or not_applicable. For a scope question: yes or no.',
  examples: ['yes'],
})
const Note = Type.Optional(
  Type.String({
    maxLength: MAX_NOTE_CHARACTERS,
    description: 'Required with not_applicable, as the reason.',
    examples: ['Tested each quarter; the last time on 4 May.'],
  }),
)
const EvidenceUrl = Type.Optional(
  Type.String({
    maxLength: MAX_EVIDENCE_URL_CHARACTERS,
    description: 'Where the evidence is: an https address.',
    examples: ['https://docs.bellbird.example/restore-tests'],
  }),
)

export const NewAnswerBody = Type.Object(
  { id: QuestionId, answer: AnswerWord, note: Note, evidenceUrl: EvidenceUrl },
  { title: 'NewAnswer' },
)
export type NewAnswerBody = Static<typeof NewAnswerBody>

const MAX_ANSWERS = 500

export const NewAnswers = Type.Object(
  {
    answers: Type.Array(anyRow(NewAnswerBody), {
      minItems: 1,
      maxItems: MAX_ANSWERS,
      description: 'Only the questions in the request are answered; each entry replaces the previous answer.',
    }),
  },
  { title: 'NewAnswers' },
)

const CurrentAnswer = Type.Object(
  {
    answer: AnswerWord,
    note: Note,
    evidenceUrl: EvidenceUrl,
    answeredAt: Timestamp,
    validUntil: timestamp('2027-05-04T02:11:09.120Z'),
    expired: Type.Boolean({ description: 'Older than 12 months: it no longer counts.', examples: [false] }),
    author: Type.Object({
      kind: Type.Enum(['partner', 'distributor', 'person', 'recipient', 'operator', 'system', 'administrator']),
      id: Type.String({ ...PartnerId, description: 'Id of the account, or email address of the recipient.' }),
    }),
  },
  { title: 'CurrentAnswer' },
)

const Suggestion = Type.Object(
  {
    answer: Type.Optional(
      Type.Unsafe<AnyAnswer>({
        enum: ['yes', 'partly', 'no', 1, 2, 3],
        description: 'The answer that follows from what the tenant shows. Absent if the tenant shows nothing.',
        examples: ['partly'],
      }),
    ),
    because: Type.String({ description: 'What was found.', examples: ['Backups are in use on 41 of 48 sites.'] }),
    collectedAt: timestamp('2026-05-08T03:11:02.000Z'),
  },
  {
    title: 'Suggestion',
    description: 'What the latest run read from the tenant. It does not count until somebody gives it as an answer.',
  },
)

const Question = Type.Object(
  {
    id: QuestionId,
    text: Type.String({ examples: ['Have you restored data from a backup, as a test?'] }),
    help: Type.String({
      description: 'What counts as yes, where to look, and what would show it.',
      examples: ['A test counts if somebody checked that the restored data could be used.'],
    }),
    kind: Type.Enum(['scope', 'degree', 'level'], {
      description: 'scope: asked first, because "no" excludes questions. degree: yes, partly or no. level: 1 to 5.',
    }),
    choices: Type.Array(Type.Object({ answer: AnswerWord, label: Type.String({ examples: ['Yes'] }) })),
    outOfScope: Type.Boolean({
      description: 'A scope answer excludes it: it does not count as open.',
      examples: [false],
    }),
    current: Type.Optional(CurrentAnswer),
    suggestion: Type.Optional(Suggestion),
    contradiction: Type.Optional(
      Type.String({
        description:
          'Present if the latest run overruled the current answer: what was answered, and what the tenant shows.',
        examples: ['People answered “yes”, but the tenant shows that it is only partly in place.'],
      }),
    ),
  },
  { title: 'Question' },
)

export const QuestionnaireView = Type.Object(
  {
    customerId: CustomerId,
    product: Type.String({ examples: ['essential-eight'] }),
    name: Type.String({ description: 'Name of the product.', examples: ['Essential Eight'] }),
    progress: Type.Object(
      {
        answered: Type.Integer({ examples: [1] }),
        of: Type.Integer({ description: 'Questions in scope.', examples: [1] }),
      },
      { description: 'Answers that count.' },
    ),
    open: Type.Integer({ description: 'Questions that have no answer, or one that expired.', examples: [0] }),
    invitation: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'Prefix qst_.', examples: ['qst_01m7zb6f92ew9sper3kfdkv3j1'] }),
          createdAt: Timestamp,
          dueAt: timestamp('2026-05-18T02:11:09.120Z'),
          reminders: Type.Integer({ description: 'Reminders sent so far, at most 2.', examples: [0] }),
        },
        { description: 'Present while an invitation is open.' },
      ),
    ),
    sections: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['backups'] }),
        title: Type.String({ examples: ['Backups'] }),
        questions: Type.Array(Question),
      }),
      {
        description:
          'In the best order for answering; scope questions come first, in the section scope. Questions that a tenant usually decides alone are included only if the latest run left them open, or an answer still counts.',
      },
    ),
  },
  { title: 'Questionnaire' },
)
export type QuestionnaireView = Static<typeof QuestionnaireView>
