import { stat } from 'node:fs'

const EVERY_MS = 1_000

/**
 * Gives the thread pool of the process something to do each second. glibc, as in Debian 12, can lose the signal that wakes its
 * threads (bug 25847): work then waits, with all threads idle, until something else is queued, which in a quiet process may be never.
 */
export function exerciseThreadPool(): void {
  setInterval(() => stat('/', () => {}), EVERY_MS).unref()
}
