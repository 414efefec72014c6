import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/ground/problem.ts'
import { createTurns } from '../../src/ground/turns.ts'

test('heavy work is carried out piece by piece, in its order, and is refused where too many wait', async () => {
  const inTurn = createTurns(2)
  const order: string[] = []
  let atOnce = 0
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const work = (nth: number) =>
    inTurn(async () => {
      assert.equal(++atOnce, 1)
      order.push(`begins ${nth}`)
      await gates[nth]?.promise
      atOnce -= 1
      if (nth === 1) throw new Error('the second fails')
      return nth
    })
  const given = [work(0), work(1), work(2)]
  const failed = assert.rejects(given[1] ?? Promise.resolve(), /the second fails/)
  await assert.rejects(work(3), (error) => error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE')
  assert.deepEqual(order, ['begins 0'])
  for (const gate of gates) gate.resolve()
  await failed
  assert.deepEqual([await given[0], await given[2]], [0, 2])
  assert.deepEqual(order, ['begins 0', 'begins 1', 'begins 2'])
  assert.equal(await work(3), 3, 'there is room again, whatever failed before')
})
