import type { App } from '../../../../app.ts'
import type { Principal } from '../../../../shared/actor.ts'
import { recordChanges } from '../../../audit/service.ts'
import { listMembersByEmail } from '../../service.ts'

/** From where wrong passwords for an email address came, so that tries have to wait from now on. */
export interface WaitsBegun {
  email: string
  /** Of the last try. */
  address: string
  requestId: string | undefined
  /** Whether they came from many places, rather than from the one of this address. */
  isEverywhere: boolean
  failures: number
}

/**
 * Records in the log, and in the audit of each account that somebody with this email address belongs to, that tries to sign in
 * have to wait. Call it once, when the waits begin. The address may be nobody's.
 */
export async function recordWaits(
  app: App,
  { email, address, requestId, isEverywhere, failures }: WaitsBegun,
): Promise<void> {
  const members = await listMembersByEmail(app.db, email)
  const after = { from: isEverywhere ? 'everywhere' : 'one place', failures }
  app.log.warn(
    { event: 'sign-in.delayed', ...after, address, accounts: members.length },
    'after wrong passwords, tries to sign in have to wait',
  )
  // Nobody has proven to be the person.
  const author: Principal = { kind: 'system', id: 'sign-in', address, ...(requestId !== undefined && { requestId }) }
  const changes = members.map(({ id, account }) => ({
    action: 'signin.delayed' as const,
    subject: id,
    owner: account.owner,
    after,
  }))
  await recordChanges(app.db, author, app.now(), changes)
}
