import type { App } from '../app.ts'
import { inviteAgain } from '../features/partners/activation/service.ts'
import type { Author } from '../shared/actor.ts'
import { listFields, type Output } from './output.ts'

const AUTHOR: Author = { kind: 'operator', id: 'partner invite' }

/** Sends a pending partner its activation link once more. */
export async function runPartnerInvite(app: App, partnerId: string): Promise<Output> {
  const { id, email } = await inviteAgain(app, AUTHOR, partnerId)
  return listFields({ id, email })
}
