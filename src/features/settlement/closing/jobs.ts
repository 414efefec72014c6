import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { SETTLEMENT_INTERVALS, type SettlementInterval } from '../../../shared/money/prices.ts'
import { type Closed, createStatements, listDue } from './service.ts'

const AUTHOR: Principal = { kind: 'system', id: 'closeSettlements' }

/**
 * Closes every settlement period that has ended, one transaction each, oldest first. Several processes may do this at once.
 * A distributor that fails is left for the next call. Returns what this call has closed.
 */
export async function closeSettlements(app: App, author: Principal = AUTHOR): Promise<Closed[]> {
  const closed: Closed[] = []
  for (const interval of SETTLEMENT_INTERVALS) {
    for (const distributorId of await listDue(app, interval)) {
      try {
        closed.push(...(await closeAll(app, author, distributorId, interval)))
      } catch (error) {
        app.log.error({ event: 'settlement.closing.failed', error, distributorId }, 'a settlement could not be closed')
      }
    }
  }
  return closed
}

async function closeAll(
  app: App,
  author: Principal,
  distributorId: string,
  interval: SettlementInterval,
): Promise<Closed[]> {
  const closed: Closed[] = []
  for (;;) {
    const one = await createStatements(app, author, distributorId, interval)
    if (!one) return closed
    closed.push(one)
  }
}
