import type { App } from '../../../../app.ts'
import { Problem } from '../../../../shared/problem.ts'
import type { PasskeyResponse } from '../../passkeys/schema.ts'
import { withPasskey } from '../../passkeys/service.ts'
import type { Member } from '../../rules.ts'
import { getMembers } from '../../service.ts'
import { type Browser, createSignInSession } from '../service.ts'
import { finishStep } from '../steps/service.ts'

/**
 * Signs in the person whose passkey signed the challenge of the browser with this secret, who may have typed a password before
 * (`step`); returns the token for the session's cookie. The session is strong: the device is one factor, and its verification of the person another. Throws
 * PASSKEY_REFUSED, PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE.
 */
export async function completePasskeySignIn(
  app: App,
  { response, secret, step }: { response: PasskeyResponse; secret: string; step?: string | undefined },
  browser: Browser,
): Promise<string> {
  const { address, requestId } = browser
  return await withPasskey(app, { browser: secret }, response, { address, requestId }, async (tx, personId) => {
    const [member] = await getMembers(tx, [personId])
    if (!member || member.isBlocked) throw new Problem('PASSKEY_REFUSED')
    requireActive(member)
    const at = app.now()
    const { method, others = [] } = (await finishStep(tx, step, personId, at)) ?? {}
    const proof = { at, isStrong: true, others }
    // After a sign-in at the account's provider, the passkey is the second factor.
    if (method === 'provider')
      return await createSignInSession(tx, member, browser, { ...proof, method, factor: 'passkey' })
    if (member.requiresProvider) throw new Problem('PASSKEY_REFUSED', { message: PROVIDER_ONLY })
    return await createSignInSession(tx, member, browser, { ...proof, method: 'passkey' })
  })
}

const PROVIDER_ONLY = "Your company only allows sign-in through its own provider: continue with your company's sign-in."

function requireActive({ account }: Member): void {
  const { kind, name, status, contact } = account
  if (status === 'active') return
  const state = status === 'suspended' ? 'is suspended' : 'is not active yet'
  const help = contact ? `${contact.company} (${contact.email})` : 'the operator of this service'
  throw new Problem(kind === 'partner' ? 'PARTNER_INACTIVE' : 'DISTRIBUTOR_INACTIVE', {
    message: `${name} ${state}, so nobody can sign in. For help, contact ${help}.`,
  })
}
