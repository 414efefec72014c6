import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20

/** Polls until there is a value, and returns it. Throws an error with `what` if there is none in time. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const until = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > until) throw new Error(`timed out after ${withinMs} ms, waiting for: ${what}`)
    await sleep(PAUSE_MS)
  }
}
