import { stat } from 'node:fs'

const EVERY_MS = 1_000

/**
 * Queues a small task for the thread pool of the process each second. glibc, for example that of Debian 12, can lose
 * the signal that wakes a thread (bug 25847). Queued work then waits, although all threads are idle, until other work
 * is queued, which may never happen in a quiet process.
 */
export function exerciseThreadPool(): void {
  setInterval(() => stat('/', () => {}), EVERY_MS).unref()
}
