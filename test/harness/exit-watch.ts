import { writeSync } from 'node:fs'
import { after } from 'node:test'
import { exerciseThreadPool } from '../../src/platform/thread-pool.ts'

/**
 * Loaded into every test process. A server or a connection that a test left open would keep the process alive, and the
 * whole run would wait for it. Instead, the process reports what is open and fails.
 */
const PATIENCE_MS = 30_000

// The runner itself loads it as well.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  exerciseThreadPool()
  after(() => {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ')
      writeSync(2, `${process.argv[1]} does not end: a test left something open (${open})\n`)
      process.exit(1)
    }, PATIENCE_MS).unref()
  })
}
