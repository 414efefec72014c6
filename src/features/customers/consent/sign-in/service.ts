import type { App } from '../../../../app.ts'
import type { SignInSecrets } from '../../../../graph/administrator/sign-in.ts'
import { SignInFailure, type SignInFailureCode } from '../../../../graph/administrator/sign-in-failure.ts'
import { CollectFailure } from '../../../../graph/transport/collect-failure.ts'
import { openRow, sealRow } from '../../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../../shared/crypto/sealed-columns.ts'
import { hashToken, newToken } from '../../../../shared/crypto/tokens.ts'
import { fields, text } from '../../../../shared/json.ts'
import { approveByLink, findOpenLink, noteRefusal, type OpenLink } from '../service.ts'
import { deleteExpiredSignIns, deleteSignIn, findSignIn, insertSignIn, updateSignInToCode } from './store.ts'

const SIGN_IN_MS = 15 * 60_000
const SECRETS = SEALED_COLUMNS.signInSecrets

/** The recorded refusal when somebody signs in without a role that may approve. */
const NOT_ADMINISTRATOR = 'not_administrator'

/** The link behind a token, where it still works. */
export async function findLink(app: App, token: string): Promise<OpenLink | undefined> {
  return await findOpenLink(app.db, hashToken(token), app.now())
}

/**
 * Starts a sign-in of the browser that holds this secret, and gives the address at which the application is approved.
 * Undefined where the link does not work. Throws `SignInFailure` where there is no sign-in service.
 */
export async function startSignIn(app: App, token: string, browser: string): Promise<string | undefined> {
  const at = app.now()
  const linkHash = hashToken(token)
  const state = newToken()
  return await app.db.transaction().execute(async (tx) => {
    const link = await findOpenLink(tx, linkHash, at)
    if (!link) return undefined
    const { customerId, tenantId } = link
    const url = await ask(() => app.consentUrl({ tenantId, state }))
    const expiresAt = new Date(at.getTime() + SIGN_IN_MS)
    const browserHash = hashToken(browser)
    await insertSignIn(tx, { customerId, linkHash, stateHash: hashToken(state), browserHash, expiresAt })
    return url
  })
}

/** Where an administrator who comes back goes on, or how the sign-in ended. */
export type CallbackOutcome =
  | { kind: 'redirect'; url: string }
  | { kind: 'approved'; link: OpenLink }
  | { kind: 'failed'; code: SignInFailureCode; link: OpenLink }
  | { kind: 'ended' }
  | { kind: 'dead' }

/** What came with the address that the sign-in service sent the browser to; none of it proves anything. */
export interface Callback {
  state: string | undefined
  error: string | undefined
  /** As it stood in the address, with its question mark. */
  query: string
  /** What the browser's cookie holds. */
  browser: string | undefined
  address: string
}

/**
 * Takes a browser on that comes back: from consent, whatever its parameters say, to the sign-in; and from the sign-in to
 * the approval, if the code that it brings proves an administrator. Under each state one request counts.
 */
export async function takeCallback(app: App, callback: Callback): Promise<CallbackOutcome> {
  const { state, browser, error } = callback
  const at = app.now()
  if (state === undefined) return { kind: 'ended' }
  const stateHash = hashToken(state)
  const flow = browser === undefined ? undefined : await findSignIn(app.db, stateHash, hashToken(browser), at)
  if (!flow) {
    // Links of earlier versions led straight to the sign-in service and carried their own token as state.
    const isLink = (await findOpenLink(app.db, stateHash, at)) !== undefined
    return isLink ? { kind: 'redirect', url: `${app.appUrl}/approve/${state}` } : { kind: 'ended' }
  }
  const link = await findOpenLink(app.db, flow.linkHash, at)
  if (!link) return { kind: 'dead' }
  if (flow.secrets === null) {
    if (error !== undefined) return { kind: 'failed', code: 'REFUSED', link }
    return await goOnToSignIn(app, stateHash, link)
  }
  // A code is good for one try, and so is its state.
  if (!(await deleteSignIn(app.db, stateHash))) return { kind: 'ended' }
  const secrets = openSecrets(app, stateHash, flow.secrets)
  return await finish(app, callback, { state, linkHash: flow.linkHash, link, secrets })
}

async function goOnToSignIn(app: App, stateHash: Buffer, link: OpenLink): Promise<CallbackOutcome> {
  const state = newToken()
  const secrets: SignInSecrets = { nonce: newToken(), codeVerifier: newToken() }
  try {
    const url = await ask(() => app.signInUrl({ tenantId: link.tenantId, state, secrets }))
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
    const administrator = await ask(() => app.verifyAdministrator({ tenantId, query, state, secrets }))
    const approved = await approveByLink(app, linkHash, administrator, address)
    return approved ? { kind: 'approved', link: approved } : { kind: 'dead' }
  } catch (error) {
    if (error instanceof SignInFailure && error.code === 'NOT_ADMINISTRATOR')
      await noteRefusal(app, linkHash, NOT_ADMINISTRATOR)
    return fail(app, error, link)
  }
}

function fail(app: App, error: unknown, link: OpenLink): CallbackOutcome {
  if (!(error instanceof SignInFailure)) throw error
  const { code, message: reason } = error
  app.log.warn({ code, reason, tenantId: link.tenantId, partnerId: link.partnerId }, 'an approval came to nothing')
  return { kind: 'failed', code, link }
}

/** A service that has no source of tenants has no sign-in service either. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    throw new SignInFailure('UNAVAILABLE', error.message)
  }
}

/** Forgets sign-ins that took too long. */
export async function forgetExpiredSignIns(app: App): Promise<void> {
  await deleteExpiredSignIns(app.db, app.now())
}
