import { createHash } from 'node:crypto'
import type { App } from '../../../app.ts'
import { addressGroup } from '../../../platform/client-address.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession, Principal } from '../../../shared/actor.ts'
import { hashToken, newToken } from '../../../shared/crypto/tokens.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { hasFactor } from '../factors/rules.ts'
import { getFactors, isFactorRequired } from '../factors/service.ts'
import { lockPerson } from '../factors/store.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { listPeopleByPassword, type PasswordOwner, recordPasswordUse } from '../passwords/service.ts'
import type { Member } from '../rules.ts'
import { getMembers } from '../service.ts'
import { toAgent } from '../sessions/rules.ts'
import { createSession, endSessionByToken } from '../sessions/service.ts'
import { companyPathOf } from '../sign-on/rules.ts'
import {
  ACCOUNT_PATH,
  ATTACK_FAILURES,
  FACTOR_PATH,
  type FirstFactorMethod,
  FREE_TRIES,
  FREE_TRIES_UNDER_ATTACK,
  failuresSince,
  stepEnd,
  waitSecondsAfter,
  waitText,
  withNext,
} from './rules.ts'
import {
  claimTry,
  countFailures,
  findFailures,
  hasSignedInFrom,
  insertFailedSignIns,
  insertSignIn,
  insertStep,
  isNewPlace,
  releaseTry,
  type TriedAddress,
  upsertFailureEverywhere,
} from './store.ts'
import { recordWaits } from './waits/service.ts'

/** Where somebody signs in from. */
export interface Browser {
  address: string
  agent: string | undefined
  requestId: string
  /** The token of the session that the browser has, which ends. */
  session: string | undefined
}

export type SignInResult =
  | { kind: 'signed-in'; token: string }
  /** An account or the second factor is asked for on this page; the token is for the cookie of the step. */
  | { kind: 'step'; token: string; path: string }
  | { kind: 'wrong' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'inactive'; account: Member['account'] }
  /** The account takes sign-ins through its own provider only, which this path leads to. */
  | { kind: 'provider'; path: string }

/**
 * Signs somebody in by email address and password. The caller cannot tell unknown addresses from wrong passwords, by
 * text, time or waits. Throws RATE_LIMITED if too many sign in at once.
 */
export async function startSignIn(
  app: App,
  { email, password, next }: { email: string; password: string; next: string },
  browser: Browser,
): Promise<SignInResult> {
  const tried = await tryPassword(app, { email, password }, browser)
  if (tried.kind !== 'right') return tried
  const { owners } = tried
  return await completeFirstFactor(app, idsOf(owners), browser, {
    method: 'password',
    next,
    recordUse: async (tx, personId, at) => {
      for (const owner of owners) if (owner.personId === personId) await recordPasswordUse(tx, owner, at)
    },
  })
}

/** How the first factor was proven. */
export interface FirstFactor {
  method: FirstFactorMethod
  /** Where they return to after signing in. */
  next: string
  /** Stores that the person, who is locked, has used it; throws SIGN_IN_REQUIRED if it is gone. */
  recordUse: (tx: Connection, personId: string, at: Date) => Promise<void>
  /** Whether the account's provider stated a second factor, which the account believes. Ours is not asked for then. */
  isFactorProven?: boolean
}

/**
 * Continues after the first factor of these people, who are one person in several accounts: with the choice of an
 * account, the second factor, or a session.
 */
export async function completeFirstFactor(
  app: App,
  personIds: readonly string[],
  browser: Browser,
  { method, next, recordUse, isFactorProven = false }: FirstFactor,
): Promise<Exclude<SignInResult, { kind: 'wait' }>> {
  const at = app.now()
  const members = (await getMembers(app.db, personIds)).filter(({ isBlocked }) => !isBlocked)
  const [first] = members
  if (!first) return { kind: 'wrong' }
  const active = members.filter(({ account }) => account.status === 'active')
  const [member, ...others] = active
  if (!member) return { kind: 'inactive', account: first.account }
  if (others.length === 0 && member.requiresProvider && method !== 'provider')
    return { kind: 'provider', path: withNext(companyPathOf(member.account.id), next) }
  const ownFactors = hasFactor(await getFactors(app.db, member.id))
  const asksFactor = ownFactors && !isFactorProven
  try {
    return await app.db.transaction().execute(async (tx) => {
      // In a fixed order, so that concurrent sign-ins do not deadlock.
      for (const id of active.map(({ id }) => id).sort()) if (await lockPerson(tx, id)) await recordUse(tx, id, at)
      if (others.length > 0 || asksFactor) {
        const chosen = others.length > 0 ? undefined : member.id
        const token = await startStep(tx, { candidates: active, chosen, method, next, at })
        return { kind: 'step', token, path: chosen === undefined ? ACCOUNT_PATH : FACTOR_PATH }
      }
      const needsFactor = !ownFactors && isFactorRequired(app, isFactorProven ? withoutRule(member) : member)
      const proof = { at, method, isStrong: false, needsFactor, isFactorProven }
      const token = await createSignInSession(tx, member, browser, proof)
      return { kind: 'signed-in', token }
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Suspended or blocked just now.
    return error.code === 'SIGN_IN_REQUIRED' ? { kind: 'wrong' } : { kind: 'inactive', account: member.account }
  }
}

/**
 * The provider's second factor is enough for a rule that everybody needs one. Owners and admins still need one of ours,
 * to confirm what a session alone must not do.
 */
const withoutRule = ({ role, account }: Member) => ({ role, account: { ...account, requiresFactor: false } })

const idsOf = (owners: readonly PasswordOwner[]): string[] => owners.map(({ personId }) => personId)

/** Where a password is tried. */
type TryOrigin = Pick<Browser, 'address' | 'agent'> & { requestId?: string | undefined }

type Tried = { kind: 'right'; owners: PasswordOwner[] } | { kind: 'wrong' } | { kind: 'wait'; seconds: number }

/** Compares a password with those of everybody with this email address. Wrong ones count, and the next try has to wait. */
async function tryPassword(
  app: App,
  { email, password }: { email: string; password: string },
  { address, agent, requestId }: TryOrigin,
): Promise<Tried> {
  const at = app.now()
  const since = failuresSince(at)
  const tried: TriedAddress = { emailHash: hashAddress(email), source: addressGroup(address) }
  const isAttacked = (await countFailures(app.db, tried.emailHash, since)) >= ATTACK_FAILURES
  const isStrange = isAttacked && !(await hasSignedInFrom(app.db, email, tried.source))
  const freeTries = isStrange ? FREE_TRIES_UNDER_ATTACK : FREE_TRIES
  const failures = await claimTry(app.db, tried, { at, since, freeTries })
  if (failures === undefined) return await toWait(app, tried, freeTries)
  const owners = await listPeopleByPassword(app, email, password)
  if (owners.length === 0) {
    const everywhere = await upsertFailureEverywhere(app.db, tried.emailHash, at, since)
    await insertFailedSignIns(app.db, email, { at, address: tried.source, agent: toAgent(agent) })
    const begun = { email, address, requestId }
    if (everywhere === ATTACK_FAILURES) await recordWaits(app, { ...begun, isEverywhere: true, failures: everywhere })
    // Under attack, each new place has to wait at once: the attacker chooses how many there are, so only one row
    // records them.
    else if (!isStrange && failures === FREE_TRIES) await recordWaits(app, { ...begun, isEverywhere: false, failures })
    return { kind: 'wrong' }
  }
  await releaseTry(app.db, tried)
  return { kind: 'right', owners }
}

/**
 * Requires the password of the signed-in person, before something that a stolen session alone must not do. Wrong ones count as on
 * the sign-in page. Throws INVALID_FIELD for `field`, or RATE_LIMITED while the person has to wait.
 */
export async function requireOwnPassword(
  app: App,
  { personId, email }: Pick<PersonSession, 'personId' | 'email'>,
  { field, password }: { field: string; password: string },
  browser: TryOrigin,
): Promise<void> {
  const tried = await tryPassword(app, { email, password }, browser)
  if (tried.kind === 'wait') {
    const headers = { 'Retry-After': String(tried.seconds) }
    throw new Problem('RATE_LIMITED', { message: waitText(tried.seconds), headers })
  }
  // Somebody may have another password in each of their accounts.
  if (tried.kind === 'right' && idsOf(tried.owners).includes(personId)) return
  const message = 'This is not your password.'
  throw new Problem('INVALID_FIELD', { message, details: [{ field, code: 'INVALID_FIELD', message }] })
}

export interface NewStep {
  candidates: readonly Member[]
  chosen: string | undefined
  method: FirstFactorMethod
  next: string
  at: Date
}

/** Starts a sign-in of people whose first factor is proven, in the caller's transaction; returns the token for its cookie. */
export async function startStep(tx: Connection, { candidates, chosen, method, next, at }: NewStep): Promise<string> {
  const token = newToken()
  await insertStep(tx, {
    hash: hashToken(token),
    candidates: candidates.map(({ id }) => id),
    person_id: chosen ?? null,
    next_path: next,
    method,
    ends_at: stepEnd(at),
  })
  return token
}

const hashAddress = (email: string): Buffer => createHash('sha256').update(email.toLowerCase()).digest()

async function toWait(app: App, tried: TriedAddress, freeTries: number): Promise<{ kind: 'wait'; seconds: number }> {
  const { failures, lastAt } = (await findFailures(app.db, tried)) ?? { failures: 0, lastAt: app.now() }
  const leftMs = lastAt.getTime() + waitSecondsAfter(failures, freeTries) * 1000 - app.now().getTime()
  return { kind: 'wait', seconds: Math.max(1, Math.ceil(leftMs / 1000)) }
}

/** How somebody has signed in. */
export interface SignInProof {
  at: Date
  method: FirstFactorMethod | 'passkey'
  /** A second factor was used, or an equivalent. */
  isStrong: boolean
  /** The second factor, if one was asked for. */
  factor?: 'code' | 'recovery-code' | 'passkey'
  /** The person must set one up before anything else. */
  needsFactor?: boolean
  /** The account's provider stated one, which the account believes. */
  isFactorProven?: boolean
  /** The same person in other accounts, who has proven the first factor there as well. */
  others?: readonly string[]
}

/**
 * Starts a session under a new token in the caller's transaction; an earlier one of the same browser ends. Returns the token
 * for the cookie. Throws as `createSession` does.
 */
export async function createSignInSession(
  tx: Connection,
  { id, email, account }: Member,
  browser: Browser,
  { at, method, isStrong, factor, needsFactor = false, isFactorProven = false, others = [] }: SignInProof,
): Promise<string> {
  const { address, agent, requestId } = browser
  const author: Principal = { kind: 'person', id, address, requestId }
  await endSessionByToken(tx, browser.session)
  const token = await createSession(tx, {
    personId: id,
    at,
    isStrong,
    needsFactor,
    others,
    throughProvider: method === 'provider',
    isFactorProven: isStrong || isFactorProven,
    address,
    agent,
  })
  const where = { address: addressGroup(address), agent: toAgent(agent) }
  const isNew = await isNewPlace(tx, id, where)
  const shownFactor = isFactorProven ? 'provider' : factor
  await insertSignIn(tx, { person_id: id, at, outcome: 'signed-in', method, factor: shownFactor ?? null, ...where })
  await recordChanges(tx, author, at, [
    {
      action: 'session.started',
      subject: id,
      owner: account.owner,
      after: { method, ...(shownFactor !== undefined && { factor: shownFactor }) },
      ...(isNew && { notice: toAccessNotice({ personId: id, email, account }, author, 'signed-in') }),
    },
  ])
  return token
}

/** Ends the browser's session, if it has one. */
export async function endOwnSession(app: App, { session, address, requestId }: Browser): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const ended = await endSessionByToken(tx, session)
    const [member] = ended ? await getMembers(tx, [ended.personId]) : []
    if (!member) return
    const author: Principal = { kind: 'person', id: member.id, address, requestId }
    await recordChanges(tx, author, at, [{ action: 'session.ended', subject: member.id, owner: member.account.owner }])
  })
}
