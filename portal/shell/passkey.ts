import { callApi } from '../api.ts'
import type { Changes } from '../endpoints.ts'

/** Whether this browser can use passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'

/** Signs a challenge of the server with a passkey of the person. Throws a DOMException if none was used. */
export async function readPasskey(): Promise<Changes['POST /session/confirm']['body']['passkey']> {
  const options = await callApi('POST', '/session/confirm/passkey')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  return credential.toJSON() as Changes['POST /session/confirm']['body']['passkey']
}
