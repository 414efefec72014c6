import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'

/** Indexes of a gate: the task sets the first when it has started, the test sets the second to release it. */
export const STARTED = 0
export const OPEN = 1

/** An order of a test to a thread. */
type Order =
  | { do: 'return'; value: unknown }
  | { do: 'wait for'; gate: Int32Array<SharedArrayBuffer> }
  | {
      do:
        | 'throw'
        | 'throw in a callback'
        | 'loop'
        | 'exit'
        | 'fill the heap'
        | 'tell the environment'
        | 'tell the thread'
        | 'tell the heap'
    }

export default async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'return':
      return order.value
    case 'wait for':
      Atomics.store(order.gate, STARTED, 1)
      Atomics.notify(order.gate, STARTED)
      return Atomics.wait(order.gate, OPEN, 0)
    case 'throw':
      throw new Error('as told')
    case 'throw in a callback':
      setTimeout(() => {
        throw new Error('nobody can catch this')
      })
      return await new Promise(() => {})
    case 'loop':
      for (;;);
    case 'exit':
      return process.exit(0)
    case 'fill the heap': {
      const retained: object[] = []
      for (;;) retained.push({ retained: [Math.random()] })
    }
    case 'tell the environment':
      return Object.keys(process.env).filter((name) => name !== 'NODE_COMPILE_CACHE')
    case 'tell the thread':
      return threadId
    case 'tell the heap':
      return getHeapStatistics().heap_size_limit
  }
}
