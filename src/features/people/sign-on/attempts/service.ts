import type { App } from '../../../../app.ts'
import { ProviderFailure, type ProviderFailureCode } from '../../../../platform/openid/failure.ts'
import type { ProviderIdentity } from '../../../../platform/openid/identity.ts'
import { loadProvider } from '../../../../platform/openid/load.ts'
import type { PersonSession } from '../../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../../shared/crypto/tokens.ts'
import { Problem } from '../../../../shared/problem.ts'
import { findAccount } from '../../../accounts/service.ts'
import { newAttemptSecrets } from '../../attempts/rules.ts'
import { type Attempt, type Callback, claimAttempt, saveAttempt } from '../../attempts/service.ts'
import { requireLockedPerson } from '../../factors/service.ts'
import { type PeopleAccount, type PersonActor, toPeopleAccount } from '../../rules.ts'
import { findIdentified, isLinkedTo, requireLink } from '../links/service.ts'
import { getProvider, type OpenProvider, recordTest } from '../provider/service.ts'
import { type CompanyPurpose, type FactorClaim, provesFactor, returnPathOf } from '../rules.ts'
import type { SignOnTest } from '../schema.ts'

/**
 * Starts a sign-in of the browser with this secret in its cookie through the provider of an account; returns the address to open.
 * Throws NOT_FOUND if the account has none that signs people in, `ProviderFailure`.
 */
export async function startCompanySignIn(
  app: App,
  accountId: string,
  { browser, nextPath, invitationHash }: { browser: string } & Pick<Attempt, 'nextPath' | 'invitationHash'>,
): Promise<string> {
  const provider = await requireProvider(app, accountId)
  return await start(app, accountId, provider, {
    by: { browserHash: hashToken(browser) },
    ...(nextPath !== undefined && { nextPath }),
    ...(invitationHash && { invitationHash }),
  })
}

/**
 * Starts the linking of the signed-in person to an identity at the provider of their account, which for owners is its test; returns
 * the address to open. Throws NOT_FOUND without a provider that signs people in or, for owners, without any.
 */
export async function startCompanyLink(app: App, session: PersonSession): Promise<string> {
  const { id } = toPeopleAccount(session)
  const provider = session.role === 'owner' ? await getProvider(app, id) : await requireProvider(app, id)
  if (!provider) throw new Problem('NOT_FOUND', { message: 'Set up the provider first.' })
  try {
    return await start(app, id, provider, { by: { sessionId: session.sessionId } })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw new Problem('SERVICE_UNAVAILABLE', { message: error.message })
  }
}

async function requireProvider(app: App, accountId: string): Promise<OpenProvider> {
  const provider = await getProvider(app, accountId)
  if (provider?.isTested) return provider
  throw new Problem('NOT_FOUND', { message: 'This account has no company sign-in.' })
}

async function start(
  app: App,
  accountId: string,
  { client }: OpenProvider,
  attempt: Pick<Attempt, 'by' | 'nextPath' | 'invitationHash'>,
): Promise<string> {
  const state = newToken()
  const secrets = newAttemptSecrets()
  const redirectUri = app.appUrl + returnPathOf(accountId)
  const { providerSignInUrl } = await loadProvider()
  const url = await providerSignInUrl(app.outbound, client, { redirectUri, state, secrets })
  await saveAttempt(app, { ...attempt, state, secrets, accountId })
  return url
}

/** How a sign-in through an account's provider ended. */
export type CompanyOutcome =
  /** The browser is to be signed in as this person. */
  | {
      kind: 'identified'
      account: PeopleAccount
      identity: ProviderIdentity
      personId: string
      nextPath: string
      isFactorProven: boolean
    }
  /** The provider has identified somebody who does not belong to this account. */
  | { kind: 'unknown' }
  /** The session's person may be linked. */
  | { kind: 'to-link'; account: PeopleAccount; identity: ProviderIdentity; provider: OpenProvider }
  /** The person of the invitation whose token has this hash accepts it as this identity. */
  | { kind: 'invited'; account: PeopleAccount; identity: ProviderIdentity; invitationHash: Buffer }
  | { kind: 'failed'; code: ProviderFailureCode; purpose: CompanyPurpose; reason: string }
  /** It was not started in this browser, took too long, or was finished. */
  | { kind: 'ended' }

/**
 * Handles the way back from the provider of an account. Each state works once, only in the browser or session that started it, and
 * only for the account whose provider it was sent to.
 */
export async function completeCompanySignIn(
  app: App,
  accountId: string,
  { state, query, browser, session }: Callback,
): Promise<CompanyOutcome> {
  if (state === undefined || !isToken(state)) return { kind: 'ended' }
  const flow = await claimAttempt(app, { state, browser, session }, accountId)
  const provider = flow && (await getProvider(app, accountId))
  if (!flow || !provider) return { kind: 'ended' }
  const { sessionId, invitationHash, nextPath, secrets } = flow
  const purpose = sessionId !== null ? 'link' : invitationHash ? 'invitation' : 'sign-in'
  if (purpose !== 'link' && !provider.isTested) return { kind: 'ended' }
  try {
    const callbackUrl = new URL(app.appUrl + returnPathOf(accountId) + query)
    const { verifyAtProvider } = await loadProvider()
    const identity = await verifyAtProvider(app.outbound, provider.client, {
      callbackUrl,
      state,
      secrets,
      now: app.now(),
    })
    const account = await findAccount(app, accountId)
    if (purpose === 'link') return { kind: 'to-link', account, identity, provider }
    if (invitationHash) return { kind: 'invited', account, identity, invitationHash }
    return await identify(app, account, identity, { factor: provider.factor, nextPath: nextPath ?? '/' })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { code, message: reason } = error
    app.log.warn(
      { event: 'company.sign-in.failed', accountId, code, reason },
      "a sign-in through an account's provider identified nobody",
    )
    return { kind: 'failed', code, purpose, reason }
  }
}

async function identify(
  app: App,
  account: PeopleAccount,
  identity: ProviderIdentity,
  { factor, nextPath }: { factor: FactorClaim | undefined; nextPath: string },
): Promise<CompanyOutcome> {
  const personId = await findIdentified(app.db, account, identity)
  if (personId === undefined) return { kind: 'unknown' }
  return { kind: 'identified', account, identity, personId, nextPath, isFactorProven: provesFactor(identity, factor) }
}

/**
 * Links the signed-in person to an identity, and for an owner records that the provider works. Throws DUPLICATE_ITEM if the person
 * or the identity is linked otherwise.
 */
export async function completeCompanyLink(
  app: App,
  self: PersonActor,
  { account, identity, provider }: { account: PeopleAccount; identity: ProviderIdentity; provider: OpenProvider },
): Promise<void> {
  const { session, author } = self
  // If the session has switched its account meanwhile, nothing is linked there.
  if (session.account.id !== account.id || session.visit) throw new Problem('NOT_FOUND')
  const { personId } = session
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    if (!(await isLinkedTo(tx, account, identity.subject, personId))) {
      await requireLink(tx, account, { identity, personId, author, at })
    }
    await recordTest(tx, account, self, { test: toTest(personId, identity), client: provider.client, at })
  })
}

const toTest = (
  personId: string,
  { subject, email, isEmailVerified, methods, context }: ProviderIdentity,
): SignOnTest => ({
  personId,
  subject,
  ...(email !== undefined && { email }),
  isEmailVerified,
  amr: methods,
  ...(context !== undefined && { acr: context }),
})
