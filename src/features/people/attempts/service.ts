import type { App } from '../../../app.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { openRow, sealRow } from '../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { hashToken } from '../../../shared/crypto/tokens.ts'
import { fields, text } from '../../../shared/json.ts'
import { type AttemptSecrets, MAX_SIGN_INS, SIGN_IN_MS } from './rules.ts'
import { deleteAttempt, deleteExpiredAttempts, insertAttempt, type StartedBy } from './store.ts'

const SECRETS = SEALED_COLUMNS.microsoftSecrets

/** A sign-in that goes to Microsoft, or to an account's own provider. */
export interface Attempt {
  by: StartedBy
  state: string
  secrets: AttemptSecrets
  accountId?: string
  /** Where the browser continues afterwards. */
  nextPath?: string
  /** Of the invitation that is accepted by it. */
  invitationHash?: Buffer
}

/** Stores a sign-in until the browser comes back, for ten minutes. */
export async function saveAttempt(
  app: App,
  { by, state, secrets, accountId, nextPath, invitationHash }: Attempt,
): Promise<void> {
  const stateHash = hashToken(state)
  const row = {
    stateHash,
    accountId: accountId ?? null,
    secrets: sealRow(app.secrets, SECRETS, identify(stateHash), JSON.stringify(secrets)),
    nextPath: nextPath ?? null,
    invitationHash: invitationHash ?? null,
    endsAt: new Date(app.now().getTime() + SIGN_IN_MS),
  }
  await app.db.transaction().execute((tx) => insertAttempt(tx, by, row, MAX_SIGN_INS))
}

const identify = (stateHash: Buffer): RowIdentity => [stateHash.toString('hex')]

/** Unverified input from the redirect of a sign-in service, and what the browser has. */
export interface Callback {
  state: string | undefined
  /** The query string, with its question mark. */
  query: string
  /** The secret in the browser's cookie. */
  browser: string | undefined
  /** The session, if the browser is signed in. */
  session: PersonSession | undefined
}

/** The sign-in that a browser has come back from. */
export interface ClaimedAttempt {
  /** The session that started it. */
  sessionId: string | null
  invitationHash: Buffer | null
  nextPath: string | null
  secrets: AttemptSecrets
}

/** Consumes and returns the sign-in with this state; undefined unless this browser or session started it in time. */
export async function claimAttempt(
  app: App,
  { state, browser, session }: { state: string } & Pick<Callback, 'browser' | 'session'>,
  accountId: string | null,
): Promise<ClaimedAttempt | undefined> {
  const stateHash = hashToken(state)
  const by = { browserHash: browser === undefined ? null : hashToken(browser), sessionId: session?.sessionId ?? null }
  const flow = await deleteAttempt(app.db, { stateHash, accountId }, by, app.now())
  return flow && { ...flow, secrets: openSecrets(app, stateHash, flow.secrets) }
}

function openSecrets(app: App, stateHash: Buffer, sealed: Buffer): AttemptSecrets {
  const { nonce, codeVerifier } = fields(
    JSON.parse(openRow(app.secrets, SECRETS, identify(stateHash), sealed).toString()),
  )
  return { nonce: text(nonce) ?? '', codeVerifier: text(codeVerifier) ?? '' }
}

/** Deletes sign-ins that took too long. */
export async function deleteOldSignInAttempts(app: App): Promise<void> {
  await deleteExpiredAttempts(app.db, app.now())
}
