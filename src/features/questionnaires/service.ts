import type { App } from '../../app.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../engine/model/framework.ts'
import type { Answers } from '../../engine/model/questionnaire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { notifyPortal } from '../../platform/database/notifications.ts'
import type { Actor, Principal } from '../../shared/actor.ts'
import { sealRow } from '../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../shared/crypto/sealed-columns.ts'
import { planAllows } from '../../shared/plans.ts'
import { Problem, type ProblemDetail } from '../../shared/problem.ts'
import { recordChanges } from '../audit/service.ts'
import { requireCustomer } from '../customers/service.ts'
import type { LogOwner } from '../events/rules.ts'
import { ownerOf } from '../events/service.ts'
import { getMembers } from '../people/service.ts'
import {
  type NewAnswer,
  normalizeAnswer,
  openCount,
  questionsOf,
  toEngineAnswers,
  validateAnswer,
} from './answers/rules.ts'
import { listAnswers } from './answers/service.ts'
import { deleteOldAnswers, insertAnswers, type Subject } from './answers/store.ts'
import { countActive } from './attachments/rules.ts'
import { listAttachments } from './attachments/service.ts'
import { findOpenInvitation, lockOpenInvitation, updateAnsweredInvitation } from './invitations/store.ts'
import { getProgress } from './progress/service.ts'
import { upsertOpenQuestions } from './progress/store.ts'
import type { NewAnswerBody, QuestionnaireView } from './schema.ts'
import { getSuggestions } from './suggestions/service.ts'
import { toView } from './view.ts'

/** The questionnaire of a product with a customer's answers. NOT_FOUND for an unknown customer or product. */
export async function getQuestionnaire(
  app: App,
  actor: Actor,
  customerId: string,
  product: string,
): Promise<QuestionnaireView> {
  const framework = requireProduct(product)
  await requireCustomer(app.db, actor, customerId)
  return await getQuestionnaireView(
    app,
    app.db,
    { partnerId: actor.partnerId, customerId, product: framework.id },
    framework,
  )
}

/**
 * Saves answers to some questions of a customer. Each replaces the one before, which stays in the history, and counts for 12
 * months from now, even if it says the same. `rows` have been compared with the schema; all errors are reported at once.
 */
export async function answerQuestionnaire(
  app: App,
  actor: Actor,
  customerId: string,
  product: string,
  rows: readonly (Problem | { input: NewAnswerBody })[],
): Promise<QuestionnaireView> {
  const framework = requireProduct(product)
  const inputs = requireValid(framework, rows)
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, actor, customerId)
    if (!planAllows(actor.plan, framework.id)) {
      const message = `The ${actor.plan} plan does not include ${framework.name}.`
      throw new Problem('PRODUCT_NOT_ALLOWED', { message })
    }
    const subject = { partnerId: actor.partnerId, customerId, product: framework.id }
    await saveAnswers(app, tx, subject, { inputs, author: actor, owner: ownerOf(actor), at })
    return await getQuestionnaireView(app, tx, subject, framework)
  })
}

/**
 * Saves valid answers in the caller's transaction, which must have locked the customer. The audit trail names the questions
 * but not the answers. Closes the invitation once no question is open.
 */
export async function saveAnswers(
  app: App,
  tx: Connection,
  subject: Subject,
  { inputs, author, owner, at }: { inputs: readonly NewAnswer[]; author: Principal; owner: LogOwner; at: Date },
): Promise<void> {
  const { customerId, product } = subject
  // Serializes concurrent saves, so that the second sees the answers of the first.
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
  // Changing an answer over and over must not fill the database.
  await deleteOldAnswers(tx, subject, questions)
  const after = { product, questions }
  await recordChanges(tx, author, at, [{ action: 'questionnaire.saved', subject: customerId, owner, after }])
  await notifyPortal(tx, [{ kind: 'answers', accounts: [owner.partnerId, owner.distributorId], id: customerId }])
  const open = openCount(await getProgress(app, tx, subject, at))
  await upsertOpenQuestions(tx, subject, open)
  if (open === 0) await updateAnsweredInvitation(tx, subject, at)
}

/** The newest answers about a customer with how many files are attached to each, in the form that the engine reads. */
export async function listActiveAnswers(app: App, subject: Subject): Promise<Answers> {
  const stored = await listAnswers(app, app.db, subject)
  const attachments = await listAttachments(app, app.db, subject)
  const people = [...stored.values()].flatMap(({ author }) => (author.kind === 'person' ? [author.id] : []))
  const members = people.length > 0 ? await getMembers(app.db, [...new Set(people)]) : []
  return toEngineAnswers(
    stored,
    countActive(attachments, app.now()),
    new Map(members.map(({ id, name }) => [id, name])),
  )
}

/** The framework of a product. Throws NOT_FOUND for an unknown one. */
function requireProduct(product: string): Framework {
  const framework = findFramework(product)
  if (!framework) throw new Problem('NOT_FOUND', { message: 'Product not found.' })
  return framework
}

function requireValid(framework: Framework, rows: readonly (Problem | { input: NewAnswerBody })[]): NewAnswer[] {
  const questions = questionsOf(framework)
  const seen = new Set<string>()
  const inputs: NewAnswer[] = []
  const details: ProblemDetail[] = []
  for (const [index, row] of rows.entries()) {
    const found = row instanceof Problem ? (row.details ?? []) : validateRow(questions, seen, row.input)
    for (const { field, code, message } of found) {
      const path = [`answers[${index}]`, field].filter((part) => part !== '').join('.')
      details.push({ field: path, code, message: row instanceof Problem ? message : `${path} ${message}.` })
    }
    if (!(row instanceof Problem)) inputs.push(normalizeAnswer(row.input))
  }
  if (details.length === 0) return inputs
  const code = details.some((detail) => detail.code === 'MISSING_FIELD') ? 'MISSING_FIELD' : 'INVALID_FIELD'
  const message = details.flatMap((detail) => (detail.code === code ? [detail.message] : []))
  throw new Problem(code, { message: message.slice(0, 3).join(' '), details: details.slice(0, 100) })
}

function validateRow(questions: ReturnType<typeof questionsOf>, seen: Set<string>, input: NewAnswer): ProblemDetail[] {
  if (seen.has(input.id)) return [{ field: 'id', code: 'INVALID_FIELD', message: 'appears twice in this request' }]
  seen.add(input.id)
  return validateAnswer(questions, input)
}

/** The questionnaire of a customer. The caller has authorized access. */
export async function getQuestionnaireView(
  app: App,
  db: Connection,
  subject: Subject,
  framework: Framework,
): Promise<QuestionnaireView> {
  const stored = await listAnswers(app, db, subject)
  const findings = await getSuggestions(app, db, subject)
  const invitation = await findOpenInvitation(db, subject)
  return toView(framework, { customerId: subject.customerId, stored, findings, now: app.now(), invitation })
}
