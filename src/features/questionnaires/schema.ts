import { type Static, Type } from 'typebox'
import { anyRow, CustomerId, PartnerId, Timestamp, timestamp } from '../../api.ts'
import { type AnyAnswer, MAX_EVIDENCE_URL_CHARACTERS, MAX_NOTE_CHARACTERS } from './answers/rules.ts'

const QuestionId = Type.String({
  description: 'Id of the requirement that is asked about, or of a scope question.',
  examples: ['ISM-1511'],
})
const AnswerWord = Type.Unsafe<AnyAnswer>({
  enum: ['yes', 'partly', 'no', 'not_applicable', 1, 2, 3, 4, 5],
  description:
    'yes, partly, no or not_applicable; where levels are asked for, a whole number from 1 to 5 or not_applicable; to a scope question yes or no.',
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
      description: 'Only the questions sent are answered; each entry takes the place of the answer before.',
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
      id: Type.String({ ...PartnerId, description: 'Id of the account, or e-mail address of the recipient.' }),
    }),
  },
  { title: 'CurrentAnswer' },
)

const Suggestion = Type.Object(
  {
    answer: Type.Optional(
      Type.Unsafe<AnyAnswer>({
        enum: ['yes', 'partly', 'no', 1, 2, 3],
        description: "What the tenant's part of it would be answered with. Absent where the tenant has nothing of it.",
        examples: ['partly'],
      }),
    ),
    because: Type.String({ description: 'What was found.', examples: ['Backups are in use on 41 of 48 sites.'] }),
    collectedAt: timestamp('2026-05-08T03:11:02.000Z'),
  },
  {
    title: 'Suggestion',
    description: 'What the latest run read in the tenant. No answer: it counts once somebody gives it.',
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
      description: 'scope: asked first, for no takes questions out; degree: yes to no; level: 1 to 5.',
    }),
    choices: Type.Array(Type.Object({ answer: AnswerWord, label: Type.String({ examples: ['Yes'] }) })),
    outOfScope: Type.Boolean({
      description: 'A scope answer took it out: it does not count as open.',
      examples: [false],
    }),
    current: Type.Optional(CurrentAnswer),
    suggestion: Type.Optional(Suggestion),
    contradiction: Type.Optional(
      Type.String({
        description: 'Where the latest run overruled the current answer: what was answered, and what the tenant shows.',
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
        of: Type.Integer({ description: 'Questions that are asked and in scope.', examples: [1] }),
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
          reminders: Type.Integer({ description: 'Sent so far, at most 2.', examples: [0] }),
        },
        { description: 'Where one is open.' },
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
          'In the order in which they are best answered; scope questions stand first, in the section scope. What a tenant decides alone as a rule is asked only where the latest run left it open, or while an answer to it counts.',
      },
    ),
  },
  { title: 'Questionnaire' },
)
export type QuestionnaireView = Static<typeof QuestionnaireView>
