import { Problem } from '../../shared/problem.ts'
import type { Metrics } from '../metrics.ts'
import type { IsolatedPool } from './isolated-pool.ts'

/** The pool, with the duration of each task measured from when it is given to the pool. */
export function measurePool(pool: IsolatedPool, { threadSeconds }: Metrics): IsolatedPool {
  return {
    ...pool,
    async run(task, input, turn) {
      const startedMs = performance.now()
      let outcome = 'done'
      try {
        return await pool.run(task, input, turn)
      } catch (error) {
        outcome = error instanceof Problem ? 'refused' : 'failed'
        throw error
      } finally {
        threadSeconds.observe({ task: taskName(task.file), outcome }, (performance.now() - startedMs) / 1000)
      }
    },
  }
}

/** The folder and name of its module, as in `pdf/render`. */
const taskName = ({ pathname }: URL): string => /[^/]+\/[^/]+?(?=(-thread)?\.\w+$)/.exec(pathname)?.[0] ?? 'other'
