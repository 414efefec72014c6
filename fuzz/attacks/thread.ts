import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ATTACKS } from './attacks.ts'
import type { AttackOrder } from './siege.ts'
import { armAttacker } from './weapons.ts'

/** The thread in which attackers work, so that the healthy client next to it does not wait for them. */
const { names, stage }: AttackOrder = workerData

// An attacker has machines of his own: he must not take the processor from the service by sharing this one.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const over = new AbortController()
parentPort?.once('message', () => over.abort())
const weapons = armAttacker(stage, over.signal, (what) => parentPort?.postMessage(what))
await Promise.all(
  ATTACKS.filter(({ name }) => names.includes(name)).map(({ run }) =>
    run(weapons).catch((error: unknown) => parentPort?.postMessage(`failed: ${String(error)}`)),
  ),
)
// What is still open stays open until the thread is ended.
parentPort?.postMessage('over')
