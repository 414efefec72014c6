import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { fields, text } from '../../src/shared/json.ts'
import { SECRET, startStandIn } from '../../test/graph/fake-graph.ts'
import type { HostileGraphReady } from './hostile-graph.ts'
import { HOSTILE_TENANTS } from './hostile-tenants.ts'

/** The thread of `startHostileGraph`. Tenants that are not hostile have empty lists. */

// Low priority, as for the attackers, because a real tenant runs on other machines.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const tenantOf = (token: string): string | undefined =>
  text(fields(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))).tid)

let pages = 0
const { url, source, asked, wire } = await startStandIn({
  graph({ path, token, isInner }, url) {
    // Forget recorded requests, because their number is unlimited.
    asked.length = 0
    wire.length = 0
    const tenant = isInner ? undefined : HOSTILE_TENANTS.find(({ tenantId }) => tenantId === tenantOf(token))
    pages += 1
    return tenant?.answer(path, `${url}${path}?page=${pages}`)
  },
})
const ready: HostileGraphReady = { url, clientId: source.clientId, secret: SECRET, ca: source.ca ?? '' }
parentPort?.postMessage(ready)
