import type { Actor } from '../../ground/actor.ts'
import { monthOf } from '../../ground/month.ts'
import { runsLimit } from '../../ground/plans.ts'
import { Problem } from '../../ground/problem.ts'
import type { Connection } from '../../platform/database.ts'
import { decrementRuns, incrementRuns } from './store.ts'

/** Takes one run of the partner's limit in the month of `at`, or throws RUN_LIMIT_REACHED. */
export async function takeRunSlot(tx: Connection, actor: Actor, at: Date): Promise<void> {
  const limit = runsLimit(actor.plan)
  if (await incrementRuns(tx, actor.partnerId, monthOf(at), limit)) return
  throw new Problem('RUN_LIMIT_REACHED', {
    message: `The ${actor.plan} plan allows ${limit} runs a month, and all of ${monthOf(at)} are used.`,
  })
}

/** Gives back what runs of one partner took, each in the month it was created. */
export async function giveBackRunSlots(
  tx: Connection,
  partnerId: string,
  runs: readonly { created_at: Date }[],
): Promise<void> {
  for (const [month, ofMonth] of Map.groupBy(runs, (run) => monthOf(run.created_at))) {
    await decrementRuns(tx, partnerId, month, ofMonth.length)
  }
}
