import type { App } from '../../app.ts'
import { countsUntil, isOutlived } from '../../engine/evaluation/answers.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../engine/model/model.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Actor, Author } from '../../shared/actor.ts'
import { sealRow } from '../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../shared/crypto/sealed-columns.ts'
import { planAllows } from '../../shared/plans.ts'
import { Problem, type ProblemDetail } from '../../shared/problem.ts'
import { recordChanges } from '../audit/service.ts'
import { requireCustomer } from '../customers/service.ts'
import type { Owner } from '../events/rules.ts'
import { ownerOf } from '../events/service.ts'
import {
  judgeAnswer,
  type KeptAnswer,
  type NewAnswer,
  openCount,
  outOfScope,
  progressOf,
  questionsOf,
  sectionsOf,
  tidy,
} from './answers/rules.ts'
import { readAnswers } from './answers/service.ts'
import { deleteOldAnswers, insertAnswers, type Subject } from './answers/store.ts'
import { closeAnswered, findOpenInvitation, lockOpenInvitation } from './invitations/store.ts'
import type { NewAnswerBody, QuestionnaireView } from './schema.ts'
import { hintFor } from './suggestions/rules.ts'
import { readFindings } from './suggestions/service.ts'

/** The questionnaire of a product with what was answered for a customer. NOT_FOUND for an unknown customer or product. */
export async function readQuestionnaire(
  app: App,
  actor: Actor,
  customerId: string,
  product: string,
): Promise<QuestionnaireView> {
  const framework = requireProduct(product)
  await requireCustomer(app.db, actor, customerId)
  return await viewOf(app, app.db, { partnerId: actor.partnerId, customerId, product: framework.id }, framework)
}

/**
 * Keeps answers to some questions of a customer; each takes the place of the one before, which stays in the history, and
 * counts from now on, also where it says the same. `rows` are judged by their form; all that is wrong is told at once.
 */
export async function saveAnswers(
  app: App,
  actor: Actor,
  customerId: string,
  product: string,
  rows: readonly (Problem | { input: NewAnswerBody })[],
): Promise<QuestionnaireView> {
  const framework = requireProduct(product)
  const inputs = requireSound(framework, rows)
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, actor, customerId)
    if (!planAllows(actor.plan, framework.id)) {
      const message = `The ${actor.plan} plan does not include ${framework.name}.`
      throw new Problem('PRODUCT_NOT_ALLOWED', { message })
    }
    const subject = { partnerId: actor.partnerId, customerId, product: framework.id }
    await keepAnswers(app, tx, subject, { author: actor, owner: ownerOf(actor) }, inputs, at)
    return await viewOf(app, tx, subject, framework)
  })
}

/**
 * Writes answers that are sound in the caller's transaction, which must hold the customer; the audit names the questions
 * and nothing of what was said. An invitation to which nothing is open any more is closed.
 */
export async function keepAnswers(
  app: App,
  tx: Connection,
  subject: Subject,
  { author, owner }: { author: Author; owner: Owner },
  inputs: readonly NewAnswer[],
  at: Date,
): Promise<void> {
  const { customerId, product } = subject
  // Of two who save at once, the second sees what the first has answered.
  await lockOpenInvitation(tx, subject)
  await insertAnswers(
    tx,
    inputs.map(({ id, ...content }) => ({
      customer_id: customerId,
      product,
      question: id,
      content: sealRow(app.secrets, SEALED_COLUMNS.answer, [customerId, product, id, at], JSON.stringify(content)),
      author_kind: author.kind,
      author_id: author.id,
      answered_at: at,
    })),
  )
  const questions = inputs.map(({ id }) => id)
  // Changing one answer again and again must not fill the database.
  await deleteOldAnswers(tx, subject, questions)
  const after = { product, questions }
  await recordChanges(tx, author, at, [{ action: 'questionnaire.saved', subject: customerId, owner, after }])
  const framework = findFramework(product)
  if (!framework) return
  if (openCount(progressOf(framework, await readAnswers(app, tx, subject), at)) === 0)
    await closeAnswered(tx, subject, at)
}

/** What has not the name of a product names no questionnaire. */
function requireProduct(product: string): Framework {
  const framework = findFramework(product)
  if (!framework) throw new Problem('NOT_FOUND', { message: 'There is no such product.' })
  return framework
}

function requireSound(framework: Framework, rows: readonly (Problem | { input: NewAnswerBody })[]): NewAnswer[] {
  const questions = questionsOf(framework)
  const seen = new Set<string>()
  const inputs: NewAnswer[] = []
  const details: ProblemDetail[] = []
  for (const [index, row] of rows.entries()) {
    const found = row instanceof Problem ? (row.details ?? []) : judgeRow(questions, seen, row.input)
    for (const { field, code, message } of found) {
      const path = [`answers[${index}]`, field].filter((part) => part !== '').join('.')
      details.push({ field: path, code, message: row instanceof Problem ? message : `${path} ${message}.` })
    }
    if (!(row instanceof Problem)) inputs.push(tidy(row.input))
  }
  if (details.length === 0) return inputs
  const code = details.some((detail) => detail.code === 'MISSING_FIELD') ? 'MISSING_FIELD' : 'INVALID_FIELD'
  const message = details.flatMap((detail) => (detail.code === code ? [detail.message] : []))
  throw new Problem(code, { message: message.slice(0, 3).join(' '), details: details.slice(0, 100) })
}

function judgeRow(questions: ReturnType<typeof questionsOf>, seen: Set<string>, input: NewAnswer): ProblemDetail[] {
  if (seen.has(input.id)) return [{ field: 'id', code: 'INVALID_FIELD', message: 'was already given in this request' }]
  seen.add(input.id)
  return judgeAnswer(questions, input)
}

/** The questionnaire of a customer that the caller has proved its right to see. */
export async function viewOf(
  app: App,
  db: Connection,
  subject: Subject,
  framework: Framework,
): Promise<QuestionnaireView> {
  const now = app.now()
  const kept = await readAnswers(app, db, subject)
  const findings = await readFindings(app, db, subject)
  const invitation = await findOpenInvitation(db, subject)
  const out = outOfScope(framework, kept, now)
  const progress = progressOf(framework, kept, now)
  return {
    customerId: subject.customerId,
    product: framework.id,
    name: framework.name,
    progress,
    open: openCount(progress),
    ...(invitation && { invitation }),
    sections: sectionsOf(framework).map(({ id, title, questions }) => ({
      id,
      title,
      questions: questions.map((question) => {
        const answer = kept.get(question.id)
        return {
          ...question,
          choices: [...question.choices],
          outOfScope: out.has(question.id),
          ...(answer && { current: toCurrent(answer, now) }),
          ...hintFor(question, findings, kept, now),
        }
      }),
    })),
  }
}

const toCurrent = ({ id: _, ...answer }: KeptAnswer, now: Date) => ({
  ...answer,
  validUntil: countsUntil(answer.answeredAt),
  expired: isOutlived(answer.answeredAt, now),
})
