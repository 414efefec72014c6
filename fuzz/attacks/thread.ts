import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createTools } from './attacker-tools.ts'
import { ATTACKS } from './attacks.ts'
import type { AttackOrder } from './run-attacks.ts'

/** The thread of the attackers, separate so that they do not delay the healthy client. */
const { names, setup }: AttackOrder = workerData

// Low priority: real attackers use their own machines, so they must not take processor time from the service.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const over = new AbortController()
parentPort?.once('message', () => over.abort())
const tools = createTools(setup, over.signal, (what) => parentPort?.postMessage(what))
await Promise.all(
  ATTACKS.filter(({ name }) => names.includes(name)).map(({ run }) =>
    run(tools).catch((error: unknown) => parentPort?.postMessage(`failed: ${String(error)}`)),
  ),
)
// Connections stay open until the thread ends.
parentPort?.postMessage('over')
