import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for a server that starts later. It is below the range from which systems choose the ports of outgoing
 * connections, so that no connection of another test takes it in the meantime. Two concurrent tests rarely choose the
 * same.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 20_000)
    const probe = createServer()
    const isFree = await once(probe.listen(port, 'localhost'), 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await once(probe.close(), 'close')
    return port
  }
}
