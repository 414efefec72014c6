import type { App } from '../../../app.ts'
import { ROLES } from '../../../shared/actor.ts'
import { recordChanges } from '../../audit/service.ts'
import { isFactorRequired } from '../factors/service.ts'
import { type PersonActor, toPeopleAccount } from '../rules.ts'
import { notifyOfSessions } from '../sessions/service.ts'
import { lockPeople, updateFactorRule, updateSessionsReleased, updateSessionsRestricted } from './store.ts'

/**
 * Sets whether everybody in the account of the signed-in person needs a second factor. From then on, people without one
 * can only set one up, in existing and new sessions. Does nothing if the rule is set already.
 */
export async function setFactorRule(app: App, { session, author }: PersonActor, isForAll: boolean): Promise<void> {
  const account = toPeopleAccount(session)
  await app.db.transaction().execute(async (tx) => {
    await lockPeople(tx, account)
    if (!(await updateFactorRule(tx, account, isForAll))) return
    const restricted = isForAll ? await updateSessionsRestricted(tx, account) : []
    await notifyOfSessions(tx, restricted)
    if (!isForAll) {
      const free = ROLES.filter((role) => !isFactorRequired(app, { role, account: { requiresFactor: false } }))
      await updateSessionsReleased(tx, account, free)
    }
    await recordChanges(tx, author, app.now(), [
      {
        action: 'team.factor_rule_changed',
        subject: account.id,
        owner: account.owner,
        before: { everybodyNeedsFactor: !isForAll },
        after: { everybodyNeedsFactor: isForAll, sessionsRestricted: restricted.length },
      },
    ])
  })
}
