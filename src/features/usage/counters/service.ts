import type { App } from '../../../app.ts'
import { monthOf } from '../../../shared/dates/month.ts'
import {
  type CounterFault,
  listCounterFaults,
  updateCustomerCounters,
  updatePartnersCounter,
  updateRunsCounter,
} from './store.ts'

/** Counters that differ from the rows they count. Reads every customer: for the operator only. */
export const findCounterFaults = (app: Pick<App, 'db' | 'now'>): Promise<CounterFault[]> =>
  listCounterFaults(app.db, monthOf(app.now()))

/** Corrects such counters, each in a transaction of its own, beside a running service; returns what was wrong. */
export async function reconcileCounters(app: Pick<App, 'db' | 'now'>): Promise<CounterFault[]> {
  const month = monthOf(app.now())
  const faults = await listCounterFaults(app.db, month)
  for (const { counter, accountId } of faults) {
    await app.db.transaction().execute(async (tx) => {
      if (counter === 'customers') await updateCustomerCounters(tx, accountId)
      else if (counter === 'partners') await updatePartnersCounter(tx, accountId)
      else await updateRunsCounter(tx, accountId, month)
    })
  }
  return faults
}
