import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20

/** Looks again and again until there is something, and gives that; throws `what` when it has not come in time. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const until = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(PAUSE_MS)
  }
}
