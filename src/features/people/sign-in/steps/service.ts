import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { hashToken, isToken } from '../../../../shared/crypto/tokens.ts'
import { Problem } from '../../../../shared/problem.ts'
import { hasFactor } from '../../factors/rules.ts'
import { getFactors, isFactorRequired } from '../../factors/service.ts'
import type { Member } from '../../rules.ts'
import { getMembers } from '../../service.ts'
import { companyPathOf } from '../../sign-on/rules.ts'
import { type FactorAnswer, withFactor } from '../../verification/service.ts'
import { FACTOR_PATH, isFirstFactor, START_PATH, withNext } from '../rules.ts'
import { type Browser, createSignInSession, type SignInProof } from '../service.ts'
import type { SignInStep } from './rules.ts'
import { claimStep, findStepRow, updateStep } from './store.ts'

export type StepResult =
  | { kind: 'signed-in'; token: string; next: string }
  /** The second factor is asked for next. */
  | { kind: 'step'; path: string }
  | { kind: 'wrong' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'inactive'; account: Member['account'] }
  /** The account takes sign-ins through its own provider only, which this path leads to. */
  | { kind: 'provider'; path: string }
  /** It took too long, or was finished. */
  | { kind: 'ended' }

/** The sign-in that a browser has begun; undefined if there is none, or it has ended. */
export async function findStep(app: App, token: string | undefined): Promise<SignInStep | undefined> {
  if (token === undefined || !isToken(token)) return undefined
  const hash = hashToken(token)
  const row = await findStepRow(app.db, hash, app.now())
  if (!row || !isFirstFactor(row.method)) return undefined
  const candidates = (await getMembers(app.db, row.candidates)).filter(({ isBlocked }) => !isBlocked)
  const member = candidates.find(({ id }) => id === row.personId)
  // Blocked or removed meanwhile.
  if (row.personId !== null && !member) return undefined
  return {
    hash,
    method: row.method,
    candidates,
    ...(member && { chosen: { ...member, factors: await getFactors(app.db, member.id) } }),
    next: row.nextPath ?? START_PATH,
  }
}

/** Continues with one of the accounts: with its second factor, or a session if the person has none. */
export async function continueSignIn(
  app: App,
  token: string | undefined,
  personId: string,
  browser: Browser,
): Promise<StepResult> {
  const step = await findStep(app, token)
  const member = step?.candidates.find(({ id }) => id === personId)
  if (!step || !member) return { kind: 'ended' }
  if (member.account.status !== 'active') return { kind: 'inactive', account: member.account }
  if (member.requiresProvider && step.method !== 'provider')
    return { kind: 'provider', path: withNext(companyPathOf(member.account.id), step.next) }
  if (hasFactor(await getFactors(app.db, member.id))) {
    await updateStep(app.db, step.hash, member.id)
    return { kind: 'step', path: FACTOR_PATH }
  }
  return await enter(step, member, async () => {
    const needsFactor = isFactorRequired(app, member)
    const token = await app.db.transaction().execute(async (tx) => {
      if (!(await claimStep(tx, step.hash))) throw new Problem('SIGN_IN_REQUIRED')
      return await createSignInSession(tx, member, browser, { ...proofOf(app, step, member), needsFactor })
    })
    return { kind: 'right', value: token }
  })
}

/** Completes a sign-in by the second factor of the chosen person. The session is strong. */
export async function submitFactor(
  app: App,
  token: string | undefined,
  answer: FactorAnswer,
  browser: Browser,
): Promise<StepResult> {
  const step = await findStep(app, token)
  const member = step?.chosen
  if (!step || !member) return { kind: 'ended' }
  if (member.account.status !== 'active') return { kind: 'inactive', account: member.account }
  const factor = 'code' in answer ? 'code' : 'recovery-code'
  return await enter(step, member, () =>
    withFactor(app, member, answer, browser, async (tx) => {
      if (!(await claimStep(tx, step.hash))) throw new Problem('SIGN_IN_REQUIRED')
      return await createSignInSession(tx, member, browser, { ...proofOf(app, step, member), isStrong: true, factor })
    }),
  )
}

/**
 * Ends the sign-in that a browser has begun, in the transaction in which the person signs in with a passkey. Returns how it was
 * begun, and the other people whose first factor was proven in it; undefined if the person is not among them.
 */
export async function finishStep(
  tx: Connection,
  token: string | undefined,
  personId: string,
  at: Date,
): Promise<{ method: string; others: string[] } | undefined> {
  if (token === undefined || !isToken(token)) return undefined
  const hash = hashToken(token)
  const row = await findStepRow(tx, hash, at)
  if (!row?.candidates.includes(personId) || !(await claimStep(tx, hash))) return undefined
  return { method: row.method, others: row.candidates.filter((id) => id !== personId) }
}

const proofOf = (app: App, { method, candidates }: SignInStep, { id }: Member): SignInProof => ({
  at: app.now(),
  method,
  isStrong: false,
  others: candidates.flatMap((other) => (other.id === id ? [] : [other.id])),
})

async function enter(
  { next }: SignInStep,
  { account }: Member,
  work: () => Promise<{ kind: 'right'; value: string } | { kind: 'wrong' } | { kind: 'wait'; seconds: number }>,
): Promise<StepResult> {
  try {
    const result = await work()
    return result.kind === 'right' ? { kind: 'signed-in', token: result.value, next } : result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Suspended, blocked or finished in another tab just now.
    return error.code === 'SIGN_IN_REQUIRED' ? { kind: 'ended' } : { kind: 'inactive', account }
  }
}
