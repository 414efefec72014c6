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

/** Gives back what a run took in the month it was created. */
export async function giveBackRunSlot(tx: Connection, run: { partnerId: string; createdAt: Date }): Promise<void> {
  await decrementRuns(tx, run.partnerId, monthOf(run.createdAt))
}
