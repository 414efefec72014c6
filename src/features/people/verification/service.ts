import type { App } from '../../../app.ts'
import { addressGroup } from '../../../platform/client-address.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { recordChanges } from '../../audit/service.ts'
import { MAX_TRIES, TRIES_MS } from '../factors/rules.ts'
import { getFactors, requireLockedPerson } from '../factors/service.ts'
import { insertRefusal, lockPerson, updateTries } from '../factors/store.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { claimRecoveryCode } from '../recovery-codes/service.ts'
import type { Member } from '../rules.ts'
import { toAgent } from '../sessions/rules.ts'
import { claimAuthenticatorCode } from '../totp/service.ts'

/** What somebody proves a second factor with. */
export type FactorAnswer =
  /** Of an authenticator app. */
  { code: string } | { recoveryCode: string }

/** Where an answer comes from. */
export interface AnswerOrigin {
  address: string
  requestId: string
  agent: string | undefined
}

export type FactorResult<T> = { kind: 'right'; value: T } | { kind: 'wrong' } | { kind: 'wait'; seconds: number }

/**
 * Checks the second factor of somebody who knows the password or is signed in, and calls `work` in the transaction that
 * consumes the code: each works once. Five codes of an app may be tried in 15 minutes; recovery codes are too long to
 * be guessed, so that they work even then. What `work` throws leaves the code unused.
 */
export async function withFactor<T>(
  app: App,
  { id, email, account }: Pick<Member, 'id' | 'email' | 'account'>,
  answer: FactorAnswer,
  { address, requestId, agent }: AnswerOrigin,
  work: (tx: Connection) => Promise<T>,
): Promise<FactorResult<T>> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx): Promise<FactorResult<T>> => {
    const author: Principal = { kind: 'person', id, address, requestId }
    if ('recoveryCode' in answer) {
      await requireLockedPerson(tx, id)
      if (!(await claimRecoveryCode(tx, id, answer.recoveryCode))) return await refuse(tx, 'recovery-code')
      const { recoveryCodesLeft: left } = await getFactors(tx, id)
      const notice = toAccessNotice({ personId: id, email, account }, author, 'recovery-code-used')
      await recordChanges(tx, author, at, [
        { action: 'recovery.used', subject: id, owner: account.owner, after: { left }, notice },
      ])
      return { kind: 'right', value: await work(tx) }
    }
    const { tries, triesSince } = (await lockPerson(tx, id)) ?? { tries: 0, triesSince: null }
    const since = triesSince && at.getTime() - triesSince.getTime() < TRIES_MS ? triesSince : at
    const counted = since === triesSince ? tries : 0
    if (counted >= MAX_TRIES) {
      return { kind: 'wait', seconds: Math.ceil((since.getTime() + TRIES_MS - at.getTime()) / 1000) }
    }
    if (await claimAuthenticatorCode(app, tx, id, answer.code)) {
      await updateTries(tx, id, { tries: 0, since: null })
      return { kind: 'right', value: await work(tx) }
    }
    await updateTries(tx, id, { tries: counted + 1, since })
    return await refuse(tx, 'code')
  })

  async function refuse(tx: Connection, method: string): Promise<{ kind: 'wrong' }> {
    const where = { address: addressGroup(address), agent: toAgent(agent) }
    await insertRefusal(tx, { person_id: id, at, outcome: 'wrong-factor', method, ...where })
    // Nobody has proven to be the person.
    const author: Principal = { kind: 'system', id: 'sign-in', address, requestId }
    await recordChanges(tx, author, at, [
      { action: 'factor.refused', subject: id, owner: account.owner, after: { method } },
    ])
    return { kind: 'wrong' }
  }
}
