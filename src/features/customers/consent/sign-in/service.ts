import type { App } from '../../../../app.ts'
import type { SignInSecrets } from '../../../../graph/sign-in/code.ts'
import { SignInFailure, type SignInFailureCode, withSignInFailure } from '../../../../graph/sign-in/failure.ts'
import { openRow, sealRow } from '../../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../../shared/crypto/sealed-columns.ts'
import { hashToken, newToken } from '../../../../shared/crypto/tokens.ts'
import { fields, text } from '../../../../shared/json.ts'
import { approveByLink, findOpenLink, type OpenLink, recordFetch, recordRefusal, recordStart } from '../service.ts'
import { deleteExpiredSignIns, deleteSignIn, findSignIn, insertSignIn, updateSignInToCode } from './store.ts'

const SIGN_IN_MS = 15 * 60_000
const SECRETS = SEALED_COLUMNS.signInSecrets

/** The recorded refusal when somebody signs in without a role that may approve. */
const NOT_ADMINISTRATOR = 'not_administrator'

/** The link of a token if it is valid, whose page is shown. */
export async function findLink(app: App, token: string): Promise<OpenLink | undefined> {
  const tokenHash = hashToken(token)
  const link = await findOpenLink(app.db, tokenHash, app.now())
  if (link) await recordFetch(app, tokenHash)
  return link
}

/**
 * Starts a sign-in of the browser with this secret and returns the address at which the application is approved. Undefined if
 * the link is not valid. Throws `SignInFailure` if there is no sign-in service.
 */
export async function startSignIn(app: App, token: string, browser: string): Promise<string | undefined> {
  const at = app.now()
  const linkHash = hashToken(token)
  const state = newToken()
  return await app.db.transaction().execute(async (tx) => {
    const link = await findOpenLink(tx, linkHash, at)
    if (!link) return undefined
    const { customerId, tenantId } = link
    const url = await withSignInFailure(() => app.consentUrl({ tenantId, state }))
    const expiresAt = new Date(at.getTime() + SIGN_IN_MS)
    const browserHash = hashToken(browser)
    await recordStart(tx, linkHash, at)
    await insertSignIn(tx, { customerId, linkHash, stateHash: hashToken(state), browserHash, expiresAt })
    return url
  })
}

/** Where the browser goes next, or how the sign-in ended. */
export type CallbackOutcome =
  | { kind: 'redirect'; url: string }
  | { kind: 'approved'; link: OpenLink }
  | { kind: 'failed'; code: SignInFailureCode; link: OpenLink }
  | { kind: 'ended' }
  | { kind: 'dead' }

/** Unverified input from the redirect of the sign-in service. */
export interface Callback {
  state: string | undefined
  error: string | undefined
  /** The query string, with its question mark. */
  query: string
  /** The value of the browser's cookie. */
  browser: string | undefined
  address: string
}

/**
 * Handles a redirect back: from consent to the sign-in, whatever its parameters say, and from the sign-in to the approval if
 * the code proves an administrator. Each state works once.
 */
export async function continueSignIn(app: App, callback: Callback): Promise<CallbackOutcome> {
  const { state, browser, error } = callback
  const at = app.now()
  if (state === undefined) return { kind: 'ended' }
  const stateHash = hashToken(state)
  const flow = browser === undefined ? undefined : await findSignIn(app.db, stateHash, hashToken(browser), at)
  if (!flow) {
    // Links of earlier versions led directly to the sign-in service, with their own token as state.
    const isLink = (await findOpenLink(app.db, stateHash, at)) !== undefined
    return isLink ? { kind: 'redirect', url: `${app.appUrl}/approve/${state}` } : { kind: 'ended' }
  }
  const link = await findOpenLink(app.db, flow.linkHash, at)
  if (!link) return { kind: 'dead' }
  if (flow.secrets === null) {
    if (error !== undefined) return { kind: 'failed', code: 'REFUSED', link }
    return await goOnToSignIn(app, stateHash, link)
  }
  // A code can be tried once, and so can its state.
  if (!(await deleteSignIn(app.db, stateHash))) return { kind: 'ended' }
  const secrets = openSecrets(app, stateHash, flow.secrets)
  return await finish(app, callback, { state, linkHash: flow.linkHash, link, secrets })
}

async function goOnToSignIn(app: App, stateHash: Buffer, link: OpenLink): Promise<CallbackOutcome> {
  const state = newToken()
  const secrets: SignInSecrets = { nonce: newToken(), codeVerifier: newToken() }
  try {
    const url = await withSignInFailure(() => app.signInUrl({ tenantId: link.tenantId, state, secrets }))
    const nextHash = hashToken(state)
    const next = {
      stateHash: nextHash,
      secrets: sealRow(app.secrets, SECRETS, identify(nextHash), JSON.stringify(secrets)),
      expiresAt: new Date(app.now().getTime() + SIGN_IN_MS),
    }
    return (await updateSignInToCode(app.db, stateHash, next)) ? { kind: 'redirect', url } : { kind: 'ended' }
  } catch (error) {
    return fail(app, error, link)
  }
}

const identify = (stateHash: Buffer): RowIdentity => [stateHash.toString('hex')]

function openSecrets(app: App, stateHash: Buffer, sealed: Buffer): SignInSecrets {
  const opened = openRow(app.secrets, SECRETS, identify(stateHash), sealed)
  const { nonce, codeVerifier } = fields(JSON.parse(opened.toString('utf8')))
  return { nonce: text(nonce) ?? '', codeVerifier: text(codeVerifier) ?? '' }
}

async function finish(
  app: App,
  { query, address }: Callback,
  flow: { state: string; linkHash: Buffer; link: OpenLink; secrets: SignInSecrets },
): Promise<CallbackOutcome> {
  const { state, linkHash, link, secrets } = flow
  try {
    const { tenantId } = link
    const administrator = await withSignInFailure(() => app.verifyAdministrator({ tenantId, query, state, secrets }))
    const approved = await approveByLink(app, linkHash, administrator, address)
    return approved ? { kind: 'approved', link: approved } : { kind: 'dead' }
  } catch (error) {
    if (error instanceof SignInFailure && error.code === 'NOT_ADMINISTRATOR')
      await recordRefusal(app, linkHash, NOT_ADMINISTRATOR)
    return fail(app, error, link)
  }
}

function fail(app: App, error: unknown, link: OpenLink): CallbackOutcome {
  if (!(error instanceof SignInFailure)) throw error
  const { code, message: reason } = error
  app.log.warn(
    { event: 'consent.sign-in.failed', code, reason, tenantId: link.tenantId, partnerId: link.partnerId },
    'a sign-in did not lead to an approval',
  )
  return { kind: 'failed', code, link }
}

/** Deletes expired sign-ins. */
export async function deleteOldSignIns(app: App): Promise<void> {
  await deleteExpiredSignIns(app.db, app.now())
}
