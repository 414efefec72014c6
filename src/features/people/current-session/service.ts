import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { type Factors, hasFactor } from '../factors/rules.ts'
import { getFactors } from '../factors/service.ts'
import { withPasskey } from '../passkeys/service.ts'
import { getPreferences } from '../preferences/service.ts'
import { listShownResets } from '../resets/service.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { getMembers } from '../service.ts'
import { renewSession } from '../sessions/service.ts'
import { START_PATH } from '../sign-in/rules.ts'
import { type Browser, requireOwnPassword, startStep } from '../sign-in/service.ts'
import { continueSignIn } from '../sign-in/steps/service.ts'
import { type FactorAnswer, withFactor } from '../verification/service.ts'
import { endVisit, listVisits } from '../visits/service.ts'
import type { Confirmation, CurrentSession } from './schema.ts'
import { listOtherAccounts } from './store.ts'

/** What a command that calls the API needs besides the key. */
export interface CallSettings {
  apiUrl: string
  caFile?: string | undefined
}

/** Who is signed in, to which account, and what they could do next. */
export async function getCurrentSession(
  app: App,
  session: PersonSession,
  { apiUrl, caFile }: CallSettings,
): Promise<CurrentSession> {
  const { personId, sessionId, name, email, role, account, strongUntil, visit } = session
  const [factors, others, resets, visits, preferences] = await Promise.all([
    getFactors(app.db, personId),
    // A visitor ends the visit first, and does not learn who belongs to the partner.
    visit ? [] : listOtherAccounts(app.db, sessionId),
    visit ? [] : listShownResets(app, session),
    listVisits(app, session),
    getPreferences(app.db, personId),
  ])
  return {
    person: { id: personId, name, email, role, preferences },
    account,
    strongUntil: strongUntil && strongUntil > app.now() ? strongUntil : null,
    factors,
    isPasswordEnough: isPasswordEnough(app, factors),
    accounts: [account, ...others.map(({ kind, id, name }) => ({ kind, id, name }))],
    resets,
    visits,
    ...(visit && { visit: { mayAct: visit.mayAct, endsAt: visit.endsAt, company: visit.home.name } }),
    apiUrl,
    ...(caFile !== undefined && { caFile }),
  }
}

/** Whether the password alone confirms that it is the person: for those without a second factor, and in the sandbox for all. */
const isPasswordEnough = ({ requiresFactor }: App, factors: Factors): boolean => !requiresFactor || !hasFactor(factors)

/**
 * Makes the session strong for ten minutes and returns its new token. Throws INVALID_FIELD for the field that is wrong,
 * PASSKEY_REFUSED, or RATE_LIMITED after several wrong ones.
 */
export async function completeConfirmation(
  app: App,
  self: PersonActor,
  confirmation: Confirmation,
  agent: string | undefined,
): Promise<string> {
  const { session, author } = self
  const { password, code, recoveryCode, passkey } = requireOne(confirmation)
  const renewBy = (method: string) => (tx: Connection) => renew(app, tx, self, method)
  if (passkey) return await withPasskey(app, { session }, passkey, author, renewBy('passkey'))
  if (code !== undefined) return await answer(app, self, { code }, agent, renewBy('authenticator'))
  if (recoveryCode !== undefined) return await answer(app, self, { recoveryCode }, agent, renewBy('recovery-code'))
  if (!isPasswordEnough(app, await getFactors(app.db, session.personId)))
    throw refuse('password', 'You have a second factor: confirm with it.')
  const origin = { address: author.address ?? '', agent, requestId: author.requestId }
  await requireOwnPassword(app, session, { field: 'password', password: password ?? '' }, origin)
  return await app.db.transaction().execute(renewBy('password'))
}

function requireOne(confirmation: Confirmation): Confirmation {
  if (Object.values(confirmation).filter((value) => value !== undefined).length === 1) return confirmation
  throw new Problem('INVALID_FIELD', { message: 'Send one of password, code, recoveryCode and passkey.' })
}

const WRONG = {
  code: 'This code is wrong or was already used. Enter the newest code that your app shows.',
  recoveryCode: 'This is not one of your unused recovery codes.',
} as const

async function answer(
  app: App,
  { session, author }: PersonActor,
  given: FactorAnswer,
  agent: string | undefined,
  work: (tx: Connection) => Promise<string>,
): Promise<string> {
  const [member] = await getMembers(app.db, [session.personId])
  if (!member) throw new Problem('SIGN_IN_REQUIRED')
  const origin = { address: author.address ?? '', requestId: author.requestId ?? '', agent }
  const result = await withFactor(app, member, given, origin, work)
  if (result.kind === 'right') return result.value
  const field = 'code' in given ? 'code' : 'recoveryCode'
  if (result.kind === 'wrong') throw refuse(field, WRONG[field])
  throw new Problem('RATE_LIMITED', {
    message: `Too many wrong codes: try again in ${Math.ceil(result.seconds / 60)} minutes, or use a recovery code.`,
    headers: { 'Retry-After': String(result.seconds) },
  })
}

const refuse = (field: string, message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field, code: 'INVALID_FIELD', message }] })

async function renew(app: App, tx: Connection, { session, author }: PersonActor, method: string): Promise<string> {
  const { personId, sessionId } = session
  const at = app.now()
  const token = await renewSession(tx, sessionId, at)
  await recordChanges(tx, author, at, [
    { action: 'session.confirmed', subject: personId, owner: ownerOf(session), after: { method } },
  ])
  return token
}

/** The cookie and the path with which the browser continues in another account. */
export type AccountSwitch =
  | { kind: 'signed-in'; token: string; next: string }
  /** The second factor of the person in that account is asked for first. The session continues until then. */
  | { kind: 'step'; token: string; next: string }
  /** That account accepts only sign-ins through its own provider. The session continues until then. */
  | { kind: 'provider'; next: string }

/** Switches to another account of the same person, which asks for its own second factor. Throws NOT_FOUND. */
export async function changeAccount(
  app: App,
  { personId, sessionId }: PersonSession,
  accountId: string,
  browser: Browser,
): Promise<AccountSwitch> {
  const others = await listOtherAccounts(app.db, sessionId)
  const target = others.find(({ id }) => id === accountId)
  if (!target) throw new Problem('NOT_FOUND')
  const candidates = await getMembers(app.db, [personId, ...others.map((other) => other.personId)])
  const at = app.now()
  const step = { candidates, chosen: undefined, method: 'switch', next: START_PATH, at } as const
  const token = await app.db.transaction().execute((tx) => startStep(tx, step))
  const result = await continueSignIn(app, token, target.personId, browser)
  if (result.kind === 'signed-in') return result
  if (result.kind === 'step') return { kind: 'step', token, next: result.path }
  if (result.kind === 'provider') return { kind: 'provider', next: result.path }
  // Suspended, blocked or removed just now.
  throw new Problem('NOT_FOUND')
}

/** Ends the visit of the session; returns its new token and the page to continue on. Throws NOT_FOUND. */
export async function endOwnVisit(
  app: App,
  { session, author }: PersonActor,
): Promise<{ token: string; next: string }> {
  const token = await endVisit(app, session, author)
  return { token, next: session.visit ? `/partners/${session.account.id}` : START_PATH }
}
