import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { fields, text } from '../../../shared/json.ts'
import { CHALLENGE_MS, type RelyingParty } from './rules.ts'
import type { NewPasskeyResponse, PasskeyResponse } from './schema.ts'

/** Loaded when it is first needed, because most processes never see a passkey. */
const loadLibrary = () => import('@simplewebauthn/server')
const loadDecoders = () => import('@simplewebauthn/server/helpers')

/**
 * Ed25519, ES256 and RS256, by their COSE numbers: what devices make today. The library would add what the runtime supports
 * as an experiment.
 */
const ALGORITHMS = [-8, -7, -257]

/** A response proves nothing. The message is for the log; it contains no secrets. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused'
}

/** What we know of a passkey. */
export interface StoredPasskey {
  /** Id of the credential in base64url. */
  externalId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  /** Whether it may exist on several devices; this never changes. */
  backupEligible: boolean
  backedUp: boolean
}

/** Whose passkey is made. */
export interface PasskeyOwner {
  personId: string
  email: string
  name: string
  accountName: string
}

/**
 * What a browser needs to make a passkey: one that names its owner itself and verifies the owner each time. Passkeys that
 * the person has are listed, so that no device gets two.
 */
export async function createRegistrationOptions(
  party: RelyingParty,
  challenge: string,
  owner: PasskeyOwner,
  existing: readonly { externalId: string; transports: string[] }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary()
  return await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userID: new Uint8Array(Buffer.from(owner.personId, 'utf8')),
    // Shown by the browser when somebody has passkeys of several accounts.
    userName: `${owner.email} (${owner.accountName})`,
    userDisplayName: owner.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ externalId, transports }) => ({ id: externalId, transports })),
    timeout: CHALLENGE_MS,
  })
}

/** Verifies a new passkey. Throws `PasskeyRefused`. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  response: NewPasskeyResponse,
): Promise<StoredPasskey> {
  const { verifyRegistrationResponse } = await loadLibrary()
  return await refuseErrors(async () => {
    requireSameFrame(response.response.clientDataJSON)
    await requireNoCertificates(response.response.attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credentialOf(response), response: toAttestation(response) },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) throw new Error('the attestation does not verify')
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    if (credential.id !== response.id) throw new Error('the id is not that of the credential')
    return {
      externalId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    }
  })
}

/** What a browser needs to sign a challenge: with any passkey of this site, or with one of those listed. */
export async function createAuthenticationOptions(
  party: RelyingParty,
  challenge: string,
  allowed: readonly { externalId: string; transports: string[] }[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    allowCredentials: allowed.map(({ externalId, transports }) => ({ id: externalId, transports })),
    timeout: CHALLENGE_MS,
  })
}

/** The person whose passkey it is. */
interface Signer {
  personId: string
  /** Nobody was known before: the passkey itself must name the person. */
  isNamedByPasskey: boolean
}

/**
 * Verifies a signed challenge by a passkey of the person; returns what has changed. Refuses a counter that does not go up,
 * because another copy of the key may be in use. Throws `PasskeyRefused`.
 */
export async function verifyAuthentication(
  party: RelyingParty,
  challenge: string,
  response: PasskeyResponse,
  stored: StoredPasskey,
  { personId, isNamedByPasskey }: Signer,
): Promise<{ counter: number; backedUp: boolean }> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  return await refuseErrors(async () => {
    requireSameFrame(response.response.clientDataJSON)
    const { userHandle, ...signed } = response.response
    const named = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString('utf8') : undefined
    if (named === undefined ? isNamedByPasskey : named !== personId)
      throw new Error('the passkey does not name its owner')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credentialOf(response), response: signed },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: stored.externalId, publicKey: stored.publicKey, counter: stored.counter },
    })
    if (!verified) throw new Error('the signature is wrong')
    if ((authenticationInfo.credentialDeviceType === 'multiDevice') !== stored.backupEligible)
      throw new Error('the passkey has changed whether it can be copied')
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  })
}

/** The challenge that a response says it answers, unverified; undefined if it names none. */
export function readChallenge({ response }: PasskeyResponse | NewPasskeyResponse): string | undefined {
  return text(readClientData(response.clientDataJSON).challenge)
}

function readClientData(clientDataJSON: string) {
  try {
    return fields(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

/** Our pages are never in a frame of another site. The library accepts one that does not name the site around it. */
function requireSameFrame(clientDataJSON: string): void {
  const { crossOrigin, topOrigin } = readClientData(clientDataJSON)
  if ((crossOrigin ?? false) !== false || topOrigin !== undefined) throw new Error('the page was in a frame')
}

/**
 * We ask for no attestation, and browsers then remove certificates from it. To verify them, the library would call addresses
 * that they name.
 */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await loadDecoders()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const isSelfSigned = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (decoded.get('fmt') !== 'none' && !isSelfSigned) throw new Error('there is an attestation that nobody asked for')
}

const credentialOf = ({ id, rawId, type }: PasskeyResponse | NewPasskeyResponse) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
})

const toAttestation = ({ response }: NewPasskeyResponse) => {
  const { clientDataJSON, attestationObject, transports } = response
  return { clientDataJSON, attestationObject, ...(transports && { transports }) }
}

/** The library throws errors of many kinds, parsers' among them. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw new PasskeyRefused(error instanceof Error ? error.message.slice(0, 300) : 'unknown reason')
  }
}
