import type { App } from '../../../../app.ts'
import type { Principal } from '../../../../shared/actor.ts'
import { recordChanges } from '../../../audit/service.ts'
import { dueWeek } from '../../writing/digests/rules.ts'
import { findWeekFigures } from '../../writing/digests/service.ts'
import { claimAccountWeek, type DigestAccount, listDigestAccounts } from './store.ts'

const WORKER: Principal = { kind: 'system', id: 'worker' }

/**
 * Creates the event `digest.weekly` for the accounts whose webhooks or channels take it, on their Monday morning. Marks the week and writes the
 * event in one transaction: one event a week, and none for a week without news.
 */
export async function createAccountDigests(app: App): Promise<void> {
  const failures: unknown[] = []
  for (const account of await listDigestAccounts(app.db)) {
    try {
      await emitDigest(app, account)
    } catch (error) {
      // An account whose news cannot be read must not delay others.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} weekly summaries could not be sent`)
}

async function emitDigest(app: App, { partnerId, distributorId, timeZone, doneWeek }: DigestAccount): Promise<void> {
  const week = dueWeek(app.now(), timeZone ?? 'UTC')
  const accountId = partnerId ?? distributorId ?? ''
  if (!week || (doneWeek !== null && doneWeek >= week.monday)) return
  const figures = await findWeekFigures(app, app.db, { accountId, week })
  await app.db.transaction().execute(async (tx) => {
    if (!(await claimAccountWeek(tx, accountId, week.monday))) return
    if (Object.values(figures).every((count) => count === 0)) return
    const at = app.now()
    const about = { ...(partnerId === null ? { distributorId } : { partnerId }), since: week.since, until: week.until }
    await recordChanges(tx, WORKER, at, [
      {
        action: 'digest.created',
        subject: accountId,
        owner: { partnerId, distributorId },
        after: { week: week.monday },
        event: { type: 'digest.weekly', data: { ...about, ...figures } },
      },
    ])
  })
}
