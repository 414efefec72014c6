import type { Connection } from '../../platform/database/database.ts'
import type { Actor } from '../../shared/actor.ts'
import { monthOf } from '../../shared/dates/month.ts'
import { runsLimit } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import { effectiveRunsLimit } from '../billing/rules.ts'
import { claimRuns, claimRunsUpTo, releaseRuns } from './store.ts'

/** Claims one run of the partner's limit in the month of `at`, or throws RUN_LIMIT_REACHED. */
export async function claimRunQuota(tx: Connection, actor: Actor, at: Date): Promise<void> {
  const limit = effectiveRunsLimit(actor.plan, actor.subscriptionStatus)
  if (!(await claimRuns(tx, actor.partnerId, monthOf(at), limit))) throw toRunLimitProblem(actor, at)
}

/** Claims up to `wanted` runs of the limit and returns how many. Throws RUN_LIMIT_REACHED if none is left. */
export async function claimRunQuotas(tx: Connection, actor: Actor, at: Date, wanted: number): Promise<number> {
  const limit = effectiveRunsLimit(actor.plan, actor.subscriptionStatus)
  const granted = await claimRunsUpTo(tx, actor.partnerId, monthOf(at), limit, wanted)
  if (granted === undefined) throw toRunLimitProblem(actor, at)
  return granted
}

/** The refusal of a run beyond the month's limit. */
export function toRunLimitProblem(actor: Actor, at: Date): Problem {
  const limit = runsLimit(actor.plan)
  if (effectiveRunsLimit(actor.plan, actor.subscriptionStatus) !== limit) {
    const state = actor.subscriptionStatus ?? 'missing'
    return new Problem('RUN_LIMIT_REACHED', { message: `No runs can be started: the subscription is ${state}.` })
  }
  return new Problem('RUN_LIMIT_REACHED', {
    message: `The ${actor.plan} plan allows ${limit} runs a month, and all of ${monthOf(at)} are used.`,
  })
}

/** Releases the quota of these runs of one partner, each in the month of its creation. */
export async function releaseRunQuota(
  tx: Connection,
  partnerId: string,
  runs: readonly { created_at: Date }[],
): Promise<void> {
  for (const [month, ofMonth] of Map.groupBy(runs, (run) => monthOf(run.created_at))) {
    await releaseRuns(tx, partnerId, month, ofMonth.length)
  }
}
