import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then the first requests and periodic tasks have loaded what they need. */
const STARTED_MS = 5_000

/**
 * Collects what only the start needed, once. V8 would otherwise keep it, with room for another start, until a busy
 * service has filled its heap: 10 MiB that an idle service would never free. Node has no other way to ask for it.
 */
export function releaseStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    if (typeof collect === 'function') collect()
  }, STARTED_MS).unref()
}
