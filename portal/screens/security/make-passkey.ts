import { ApiError } from '../../api.ts'

const REFUSED = { code: 'PASSKEY_REFUSED', status: 0 } as const

/** What the browser refuses says nothing to people. Source: Web Authentication, exceptions of create. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created: you canceled it, or it took too long. Try again.',
}

/** Has the browser make a passkey, by options as the server sends them; returns it as JSON. Throws ApiError. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    const words = error instanceof DOMException ? WORDS[error.name] : undefined
    throw new ApiError(words ?? 'This device cannot create a passkey here. Try another one.', REFUSED)
  })
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new ApiError('The browser returned no passkey. Try again.', REFUSED)
}
