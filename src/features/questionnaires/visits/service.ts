import { randomInt } from 'node:crypto'
import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { currentKey, isEqual, keyedHash, oldKeyedHash } from '../../../shared/crypto/key-ring.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { DAY_MS } from '../../../shared/datetime.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { requireCustomer } from '../../customers/service.ts'
import { ownerOf } from '../../events/service.ts'
import { recordNotices } from '../../notices/service.ts'
import { type NewAnswer, sectionsOf } from '../answers/rules.ts'
import { listAnswers } from '../answers/service.ts'
import { isAdmitted, MAX_COLLEAGUES } from '../invitations/rules.ts'
import { notifyOfAnswers } from '../invitations/service.ts'
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
  readForm,
  sectionToAccept,
  sessionExpiry,
  type Typed,
} from './rules.ts'
import {
  claimCode,
  countColleagues,
  deleteExpired,
  findRecipient,
  findRecipientByAddress,
  findRecipientOfLink,
  hasSession,
  insertColleague,
  insertSession,
  type RecipientRow,
  updateChanged,
  updateCode,
  updateCodeAsked,
  updateCodeTried,
} from './store.ts'

const CODE_DIGITS = 6

/** A recipient behind a link that works. */
export interface Visit extends RecipientRow {
  linkHash: Buffer
  framework: Framework
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
  const framework = found && findFramework(found.product)
  if (!framework || !isAdmitted(found, found.recipients)) return undefined
  return { ...found, linkHash, framework, awaitsCode: isCodeAwaited(found.codeAskedAt, now) }
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

/** Somebody who gets a mail with a code. The code is created when the mail is written. */
export type CodeRecipient = RecipientRow

/** The recipient; undefined if the recipient may not answer any more. */
export async function findCodeRecipient(app: App, recipientId: number): Promise<CodeRecipient | undefined> {
  return toCodeRecipient(await findRecipient(app.db, recipientId))
}

/**
 * A new code for the mail to a recipient, in the caller's transaction. It invalidates the code before. Undefined if the
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
export async function getVisit(app: App, visit: Visit): Promise<QuestionnaireView> {
  return await getQuestionnaireView(app, app.db, visit, visit.framework)
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
export async function saveVisit(app: App, visit: Visit, typed: Typed, origin: Origin): Promise<Saved | undefined> {
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

/** Notifies the partner of new answers at once, because the recipient is done for now. */
export async function finishVisit(app: App, visit: Visit, origin: Origin): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute((tx) => notifyOfAnswers(app, tx, authorOf(visit, origin), visit, at))
}

export type Sharing = 'asked' | 'known' | 'full' | 'refused'

/** Asks a colleague for help. Only people whom the partner invited may do so, and only `MAX_COLLEAGUES` times in total. */
export async function shareVisit(
  app: App,
  visit: Visit,
  colleague: { email: string; section: string },
  origin: Origin,
): Promise<Sharing> {
  if (visit.invitedBy !== null) return 'refused'
  const at = app.now()
  const section = sectionsOf(visit.framework).find(({ id }) => id === colleague.section)?.id ?? null
  return await app.db.transaction().execute(async (tx): Promise<Sharing> => {
    const isFull = (await countColleagues(tx, visit.id)) >= MAX_COLLEAGUES
    if (isFull) return 'full'
    const row = { invitation_id: visit.id, email: colleague.email, invited_by: visit.email, section }
    const recipientId = await insertColleague(tx, row)
    if (recipientId === undefined) return 'known'
    const after = { customerId: visit.customerId, recipientId, email: colleague.email, section }
    const notice = { kind: 'questionnaire-invited' as const, ...aboutOf(visit), recipientId }
    await recordChanges(tx, authorOf(visit, origin), at, [
      { action: 'questionnaire.shared', subject: visit.id, owner: ownerOf(visit), after, notice },
    ])
    return 'asked'
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

const aboutOf = ({ partnerId, customerId, id }: Visit) => ({ partnerId, customerId, invitationId: id })

const authorOf = ({ email }: Visit, origin: Origin): Principal => ({ kind: 'recipient', id: email, ...origin })
