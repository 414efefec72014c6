import { createRecoveryCodes } from '../../src/features/people/recovery-codes/service.ts'
import type { PersonActor } from '../../src/features/people/rules.ts'
import { codeOf, stepAt } from '../../src/features/people/totp/rules.ts'
import { completeAuthenticator, startAuthenticator } from '../../src/features/people/totp/service.ts'
import type { Api } from '../harness/api.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app with this secret shows. */
export function codeAt(secret: string, now: Date): string {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeOf(Uint8Array.from(bytes), stepAt(now))
}

/** Gives a person an authenticator app and recovery codes; uses up the app's code of the current time step. */
export async function addAuthenticator(
  { app }: Api,
  actor: PersonActor,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await startAuthenticator(app, actor.session)
  await completeAuthenticator(app, actor, codeAt(secret, app.now()))
  return { secret, recoveryCodes: await createRecoveryCodes(app, actor) }
}
