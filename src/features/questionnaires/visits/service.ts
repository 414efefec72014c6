import { randomInt } from 'node:crypto'
import type { App } from '../../../app.ts'
import { findFramework, inCatalogueOrder } from '../../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { currentKey, isEqual, keyedHash, oldKeyedHash } from '../../../shared/crypto/key-ring.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import type { Brand } from '../../brands/rules.ts'
import { findShownBrand } from '../../brands/service.ts'
import { requireCustomer } from '../../customers/service.ts'
import { ownerOf } from '../../events/service.ts'
import { recordNotices } from '../../notices/service.ts'
import { type NewAnswer, openCount } from '../answers/rules.ts'
import { listAnswers } from '../answers/service.ts'
import { correctableSince, isAdmitted } from '../invitations/rules.ts'
import { notifyOfAnswers } from '../invitations/service.ts'
import { getProgress } from '../progress/service.ts'
import type { RelatedAnswer } from '../related/rules.ts'
import { listRelatedAnswers } from '../related/service.ts'
import type { QuestionnaireView } from '../schema.ts'
import { getQuestionnaireView, saveAnswers } from '../service.ts'
import {
  acceptSuggestions,
  anHourBefore,
  CODE_TRIES,
  CODES_AN_HOUR,
  codeExpiry,
  type FormProblem,
  isCodeAwaited,
  nameOfPartner,
  type PartProgress,
  readForm,
  sectionToAccept,
  sessionExpiry,
  type Typed,
} from './rules.ts'
import {
  claimCode,
  deleteExpired,
  findRecipient,
  findRecipientByAddress,
  findRecipientOfLink,
  hasSession,
  insertSession,
  listRecipientsOfPerson,
  type RecipientRow,
  updateChanged,
  updateCode,
  updateCodeAsked,
  updateCodeTried,
} from './store.ts'

const CODE_DIGITS = 6

/** A questionnaire that a person is asked to complete. */
export interface VisitPart extends RecipientRow {
  framework: Framework
  /** Of the partner that asks. */
  brand: Brand
}

/** A recipient behind a link that works. */
export interface Visit extends VisitPart {
  linkHash: Buffer
  /** Everything that the person is asked about the customer, this included, in catalogue order; one for each product. */
  parts: readonly VisitPart[]
  /** Whether a code has been requested and can still be entered. */
  awaitsCode: boolean
}

/** Where a request comes from. */
export type Origin = Pick<Principal, 'requestId' | 'address'>

/** The visit behind a link; undefined for any link that does not work. */
export async function findVisit(app: App, token: string): Promise<Visit | undefined> {
  if (!isToken(token)) return undefined
  const [linkHash, now] = [hashToken(token), app.now()]
  const found = await findRecipientOfLink(app.db, linkHash, now)
  if (!found) return undefined
  const brand = await findShownBrand(app.db, found.partnerId)
  const own = toPart(found, brand)
  if (!own) return undefined
  const rows = await listRecipientsOfPerson(app.db, own, correctableSince(now))
  const parts = new Map(
    [own, ...rows.flatMap((row) => toPart(row, brand) ?? [])].toReversed().map((one) => [one.product, one]),
  )
  return {
    ...own,
    linkHash,
    parts: inCatalogueOrder([...parts.values()]),
    awaitsCode: isCodeAwaited(own.codeAskedAt, now),
  }
}

/** Undefined if the recipient may not answer any more. */
function toPart(row: RecipientRow, brand: Brand): VisitPart | undefined {
  const framework = findFramework(row.product)
  return framework && isAdmitted(row, row.recipients)
    ? { ...row, partnerName: nameOfPartner(brand, row.partnerName), framework, brand }
    : undefined
}

/** Whether this browser has entered the code for this link. */
export async function isSignedIn(app: App, visit: Visit, session: string | undefined): Promise<boolean> {
  if (session === undefined || !isToken(session)) return false
  return await hasSession(app.db, hashToken(session), visit.linkHash, app.now())
}

/** Sends a code to the recipient; false if too many were requested in the last hour. */
export async function requestCode(app: App, visit: Visit): Promise<boolean> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const limit = { since: anHourBefore(at), max: CODES_AN_HOUR }
    if (!(await updateCodeAsked(tx, visit.recipientId, at, limit))) return false
    const notice = { kind: 'code-requested' as const, ...aboutOf(visit), recipientId: visit.recipientId }
    await recordNotices(tx, [{ notice, owner: ownerOf(visit), at }])
    return true
  })
}

/** Somebody who gets an email with a code. The code is created when the email is written. */
export type CodeRecipient = RecipientRow

/** The recipient; undefined if the recipient may not answer any more. */
export async function findCodeRecipient(app: App, recipientId: number): Promise<CodeRecipient | undefined> {
  return toCodeRecipient(await findRecipient(app.db, recipientId))
}

/**
 * A new code for the email to a recipient, in the caller's transaction. It invalidates the code before. Undefined if the
 * recipient may not answer any more.
 */
export async function createCode(
  app: App,
  tx: Connection,
  invitationId: string,
  address: string,
): Promise<(CodeRecipient & { code: string }) | undefined> {
  const found = toCodeRecipient(await findRecipientByAddress(tx, invitationId, address))
  if (!found) return undefined
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  await updateCode(tx, found.recipientId, hashCode(app, found.recipientId, code), codeExpiry(app.now()))
  return { ...found, code }
}

const toCodeRecipient = (found: RecipientRow | undefined): CodeRecipient | undefined =>
  found && isAdmitted(found, found.recipients) ? found : undefined

/** The token of a new session if the code is right. Every try counts, and a code works once. */
export async function submitCode(app: App, visit: Visit, code: string, origin: Origin): Promise<string | undefined> {
  const at = app.now()
  const { recipientId } = visit
  const wanted = await updateCodeTried(app.db, recipientId, at, CODE_TRIES)
  if (!wanted || !isHashOf(app, recipientId, code.replaceAll(/\s/g, ''), wanted)) return undefined
  return await app.db.transaction().execute(async (tx) => {
    if (!(await claimCode(tx, recipientId, wanted))) return undefined
    const session = newToken()
    await insertSession(tx, { hash: hashToken(session), link_hash: visit.linkHash, expires_at: sessionExpiry(at) })
    await recordChanges(tx, authorOf(visit, origin), at, [
      {
        action: 'questionnaire.opened',
        subject: visit.id,
        owner: ownerOf(visit),
        after: { customerId: visit.customerId },
      },
    ])
    return session
  })
}

const CODE_PURPOSE = 'questionnaire code'

/** Keyed, because a plain hash of six digits is easily reversed. */
const hashCode = ({ secrets }: App, recipientId: number, code: string): Buffer =>
  keyedHash(currentKey(secrets), CODE_PURPOSE, `${recipientId} ${code}`)

/** Codes that were sent before a rotation of the secret key, or by version 0.1, stay valid. */
const isHashOf = ({ secrets }: App, recipientId: number, code: string, hash: Buffer): boolean =>
  secrets
    .reload()
    .flatMap((key) => [
      keyedHash(key, CODE_PURPOSE, `${recipientId} ${code}`),
      oldKeyedHash(key, `questionnaire code ${recipientId} ${code}`),
    ])
    .some((candidate) => isEqual(candidate, hash))

/** The questionnaire as its recipient sees it. */
export async function getVisit(app: App, part: VisitPart): Promise<QuestionnaireView> {
  return await getQuestionnaireView(app, app.db, part, part.framework)
}

/**
 * What was answered in other questionnaires to questions about the same subjects. A colleague sees only what they were asked
 * to help with.
 */
export async function listAnswersElsewhere(
  app: App,
  { parts }: Visit,
  part: VisitPart,
): Promise<ReadonlyMap<string, readonly RelatedAnswer[]>> {
  const products = part.invitedBy === null ? undefined : parts.map(({ product }) => product)
  return await listRelatedAnswers(app, app.db, part, part.framework, products)
}

/** The progress of each questionnaire of a visit, in catalogue order. */
export async function listProgress(app: App, { parts }: Visit): Promise<PartProgress[]> {
  const found: PartProgress[] = []
  for (const part of parts) {
    const { product, framework, dueAt } = part
    found.push({ product, name: framework.name, dueAt, ...(await getProgress(app, app.db, part, app.now())) })
  }
  return found
}

/** The product of the first questionnaire with open questions, in the order of the email; undefined if nothing is open. */
export async function findFirstOpen(app: App, visit: Visit): Promise<string | undefined> {
  if (visit.parts.length < 2) return undefined
  return (await listProgress(app, visit)).find((part) => openCount(part) > 0)?.product
}

export interface Saved {
  at: Date
  view: QuestionnaireView
  problems: readonly FormProblem[]
  /** How many suggestions became answers, if the form accepted those of a section. */
  taken?: { section: string; count: number }
}

/**
 * Saves the new, valid answers of a form, then the suggestions that it accepts, and returns the problems of the rest.
 * Undefined if the customer has just been deleted.
 */
export async function saveVisit(app: App, visit: VisitPart, typed: Typed, origin: Origin): Promise<Saved | undefined> {
  const at = app.now()
  const { framework } = visit
  try {
    return await app.db.transaction().execute(async (tx) => {
      await requireCustomer(tx, visit, visit.customerId)
      const save = async (inputs: readonly NewAnswer[]) => {
        if (inputs.length === 0) return
        await updateChanged(tx, visit.id, at)
        await saveAnswers(app, tx, visit, { inputs, author: authorOf(visit, origin), owner: ownerOf(visit), at })
      }
      const { inputs, problems } = readForm(framework, await listAnswers(app, tx, visit), typed, at)
      await save(inputs)
      const view = await getQuestionnaireView(app, tx, visit, framework)
      const section = sectionToAccept(typed)
      if (section === undefined) return { at, problems, view }
      const taken = acceptSuggestions(view, section, typed, problems)
      await save(taken)
      return {
        at,
        problems,
        view: await getQuestionnaireView(app, tx, visit, framework),
        taken: { section, count: taken.length },
      }
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** Notifies the partner of new answers at once, in all questionnaires, because the recipient is done for now. */
export async function finishVisit(app: App, { parts }: Visit, origin: Origin): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    for (const part of parts) await notifyOfAnswers(app, tx, authorOf(part, origin), part, at)
  })
}

/** Deletes expired links and sessions whose retention period is over. */
export async function deleteExpiredVisits(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - app.limits.keepSessionsDays * DAY_MS)
  for (const kind of ['questionnaire_sessions', 'questionnaire_links'] as const) {
    const deleted = await deleteInBatches((max) => deleteExpired(app.db, kind, before, max))
    app.metrics.retentionDeleted.inc({ kind }, deleted)
  }
}

export const aboutOf = ({ partnerId, customerId, id }: RecipientRow) => ({ partnerId, customerId, invitationId: id })

export const authorOf = ({ email }: RecipientRow, origin: Origin): Principal => ({
  kind: 'recipient',
  id: email,
  ...origin,
})
