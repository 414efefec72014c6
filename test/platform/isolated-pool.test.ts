import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import {
  createIsolatedPool,
  IsolatedFailure,
  type IsolatedPoolOptions,
} from '../../src/platform/isolation/isolated-pool.ts'
import { createLog } from '../../src/platform/log.ts'
import { Problem } from '../../src/shared/problem.ts'
import { OPEN, STARTED } from './isolated-work.ts'

const MIB = 1024 ** 2

const TASK = {
  file: new URL('./isolated-work.ts', import.meta.url),
  deadlineMs: 60_000,
  parse: (output: unknown): unknown => output,
}

const openPool = (options: Partial<IsolatedPoolOptions> = {}) =>
  createIsolatedPool({ log: createLog('silent'), threads: 1, ...options })

const pool = openPool({ heapMib: 32 })
after(() => pool.close())

const run = (order: unknown, owner = 'one') => pool.run(TASK, order, { owner })
const isBusy = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE' && error.headers['Retry-After'] === '10'

/** A task that has started and occupies the pool's only thread until released. */
async function occupy(busy = pool) {
  const gate = new Int32Array(new SharedArrayBuffer(8))
  const done = busy.run(TASK, { do: 'wait for', gate }, { owner: 'first' })
  await Atomics.waitAsync(gate, STARTED, 0).value
  const letGo = async (): Promise<void> => {
    Atomics.store(gate, OPEN, 1)
    Atomics.notify(gate, OPEN)
    await done
  }
  return { letGo, done }
}

test('a task gets its input and returns its output', async () => {
  const value = { text: 'ä', list: [1, 2], bytes: new Uint8Array([1, 2, 3]) }
  assert.deepEqual(await run({ do: 'return', value }), value)
})

test('a task that waits too long is refused, and the one before it succeeds', async () => {
  const impatient = openPool({ maxWaitMs: 50 })
  const { letGo } = await occupy(impatient)
  await assert.rejects(impatient.run(TASK, { do: 'return', value: 1 }, { owner: 'two' }), isBusy)
  await letGo()
  assert.equal(await impatient.run(TASK, { do: 'return', value: 2 }, { owner: 'two' }), 2)
  await impatient.close()
})

test('a thread sees nothing of the environment of the process', async () => {
  assert.deepEqual(await run({ do: 'tell the environment' }), [])
})

test('the memory of a thread does not depend on flags of the process', async () => {
  const pools = [openPool({ heapMib: 32 }), openPool({ heapMib: 64 })]
  const limits: unknown[] = []
  for (const own of pools) {
    setFlagsFromString('--max-semi-space-size=1')
    limits.push(await own.run(TASK, { do: 'tell the heap' }, { owner: 'one' }))
    await own.close()
  }
  assert.deepEqual(limits, [(32 + 48) * MIB, (64 + 48) * MIB])
})

const CRASHES = ['throw', 'throw in a callback', 'exit', 'fill the heap'] as const
for (const order of CRASHES) {
  test(`a task that must ${order} fails, and the tasks behind it succeed`, async () => {
    const failing = assert.rejects(run({ do: order }), IsolatedFailure)
    const behind = [run({ do: 'return', value: 1 }), run({ do: 'return', value: 2 }, 'two')]
    await failing
    assert.deepEqual(await Promise.all(behind), [1, 2])
  })
}

test('an endless task is terminated at its deadline, and the task behind it succeeds', async () => {
  const failing = pool.run({ ...TASK, deadlineMs: 1_000 }, { do: 'loop' }, { owner: 'one' })
  const behind = run({ do: 'return', value: 'next' })
  await assert.rejects(failing, /exceeded its deadline of 1000 ms/)
  assert.equal(await behind, 'next')
})

test('the time that a task waits does not count against its deadline', async (t) => {
  const { letGo } = await occupy()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const deadlineMs = 5_000
  const waiting = pool.run({ ...TASK, deadlineMs }, { do: 'return', value: 'late' }, { owner: 'one' })
  t.mock.timers.tick(2 * deadlineMs)
  t.mock.timers.reset()
  await letGo()
  assert.equal(await waiting, 'late')
})

test('an output of the wrong type is a failure', async () => {
  const parse = (): never => {
    throw new TypeError('not a picture')
  }
  await assert.rejects(pool.run({ ...TASK, parse }, { do: 'return' }, { owner: 'one' }), IsolatedFailure)
})

test('an owner with twenty tasks does not delay the first task of another', async () => {
  const { letGo } = await occupy()
  const order: string[] = []
  const note = async (owner: string, value: string): Promise<void> => {
    await run({ do: 'return', value }, owner)
    order.push(value)
  }
  const many = Array.from({ length: 20 }, (_, index) => note('first', `first ${index}`))
  const others = [note('two', 'two 0'), note('two', 'two 1'), note('three', 'three 0')]
  await letGo()
  await Promise.all([...many, ...others])
  assert.deepEqual(order.slice(0, 6), ['two 0', 'three 0', 'first 0', 'two 1', 'first 1', 'first 2'])
})

test('short tasks go before all others, and the others do not use up their places', async () => {
  const small = openPool({ maxPerOwner: 2, maxTotal: 2 })
  const { letGo } = await occupy(small)
  const order: string[] = []
  const note = async (value: string, isShort?: true): Promise<void> => {
    const task = isShort ? { ...TASK, isShort } : TASK
    await small.run(task, { do: 'return', value }, { owner: 'one' })
    order.push(value)
  }
  const all = [note('long 0'), note('long 1'), note('short 0', true), note('short 1', true)]
  await assert.rejects(note('short 2', true), isBusy)
  await letGo()
  await Promise.all(all)
  assert.deepEqual(order, ['short 0', 'short 1', 'long 0', 'long 1'])
  await small.close()
})

test('an owner with too many waiting tasks is refused, and others are not', async () => {
  const small = openPool({ maxPerOwner: 2, maxTotal: 5 })
  const { letGo } = await occupy(small)
  const take = (owner: string) => small.run(TASK, { do: 'return', value: owner }, { owner })
  const taken = [take('one'), take('one')]
  await assert.rejects(take('one'), isBusy)
  taken.push(take('two'))
  await letGo()
  assert.deepEqual(await Promise.all(taken), ['one', 'one', 'two'])
  await small.close()
})

test('if the queue is full, the newest task of the owner with the most tasks is dropped', async () => {
  const small = openPool({ maxPerOwner: 3, maxTotal: 3 })
  const { letGo } = await occupy(small)
  const take = (owner: string) => small.run(TASK, { do: 'return', value: owner }, { owner })
  const answers = [take('one'), take('one')]
  const displaced = assert.rejects(take('one'), isBusy)
  answers.push(take('two'))
  await displaced
  await assert.rejects(take('two'), isBusy, 'between two owners with equally many tasks, none is dropped')
  await letGo()
  assert.deepEqual(await Promise.all(answers), ['one', 'one', 'two'])
  await small.close()
})

test('a task whose caller has disconnected is never started', async () => {
  const { letGo } = await occupy()
  const caller = new AbortController()
  const failing = pool.run(TASK, { do: 'loop' }, { owner: 'one', signal: caller.signal })
  const refused = assert.rejects(failing, Problem)
  const behind = run({ do: 'return', value: 'next' })
  caller.abort()
  await refused
  await assert.rejects(pool.run(TASK, { do: 'loop' }, { owner: 'one', signal: caller.signal }), Problem)
  await letGo()
  assert.equal(await behind, 'next')
})

test('closing ends running and waiting tasks, and nothing starts after it', async () => {
  const closing = openPool()
  const { done } = await occupy(closing)
  const given = [done, closing.run(TASK, { do: 'loop' }, { owner: 'one' })].map((task) => assert.rejects(task, isBusy))
  await closing.close()
  await Promise.all(given)
  await assert.rejects(closing.run(TASK, { do: 'return' }, { owner: 'one' }), isBusy)
})

test('a thread without work ends, and the next task starts another', async () => {
  const brief = openPool({ idleMs: 1 })
  const signalThread = () => brief.run(TASK, { do: 'tell the thread' }, { owner: 'one' })
  const first = await signalThread()
  while ((await signalThread()) === first) await setTimeout(20)
  await brief.close()
})
