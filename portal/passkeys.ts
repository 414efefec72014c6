/** A passkey that was not made or not used, in words for people. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** Whether this browser can make and use passkeys in the form in which the server describes them. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

/** Has the browser make a passkey; returns it as JSON. Throws PasskeyError. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await explain(() => navigator.credentials.create({ publicKey })))
}

/** Has the browser sign with a passkey; returns the signature as JSON. Throws PasskeyError. */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await explain(() => navigator.credentials.get({ publicKey })))
}

function toJson(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new PasskeyError('The browser returned no passkey. Try again.')
}

/** What browsers say is for developers. Source: Web Authentication, exceptions of create and get. */
async function explain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'InvalidStateError') throw new PasskeyError('This device already has a passkey for your account.')
    if (name === 'NotAllowedError')
      throw new PasskeyError('No passkey was used: it was cancelled, or it took too long. Try again.')
    throw new PasskeyError('This device cannot use a passkey here. Try another device or another way.')
  }
}
