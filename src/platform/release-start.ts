import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then the first requests and periodic tasks have loaded their modules. */
const STARTED_MS = 5_000

/**
 * Runs one garbage collection after the start. V8 would otherwise retain the garbage of the start, and as much free
 * space, until a busy service has filled its heap: 10 MiB that an idle service would never free. Node has no other way
 * to request it.
 */
export function releaseStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    if (typeof collect === 'function') collect()
  }, STARTED_MS).unref()
}
