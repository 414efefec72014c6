import { Problem } from './problem.ts'

/**
 * Carries heavy work out piece by piece, in the order in which it was asked for, so that what else the process does comes
 * in between. Throws SERVICE_UNAVAILABLE where so many wait already.
 */
export function createTurns(waitingMost: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let unended = 0
  return async (work) => {
    if (unended > waitingMost) throw new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '10' } })
    unended += 1
    const turn = last.then(work)
    last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      unended -= 1
    }
  }
}
