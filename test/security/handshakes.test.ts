import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createHandshakes } from '../../src/http/connections/handshakes.ts'

let lastPort = 1024

/** A connection from this address on which nothing ever arrives. */
function socketFrom(remoteAddress: string): Socket {
  lastPort += 1
  return Object.defineProperties(new Socket(), {
    remoteAddress: { value: remoteAddress },
    remotePort: { value: lastPort },
  })
}

function queue() {
  const begun: Socket[] = []
  const handshakes = createHandshakes((socket) => void begun.push(socket))
  const enter = (address: string, count: number): Socket[] => {
    const sockets = Array.from({ length: count }, () => socketFrom(address))
    for (const socket of sockets) handshakes.enter(socket)
    return sockets
  }
  return { begun, handshakes, enter }
}

async function waitForTicks(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn()
}

test('a burst of connections starts four handshakes per turn of the event loop', async () => {
  const { begun, enter } = queue()
  const burst = enter('192.0.2.1', 12)
  assert.equal(begun.length, 0)
  const lengths: number[] = []
  for (let done = 0; done < 4; done += 1) {
    await turn()
    lengths.push(begun.length)
  }
  assert.deepEqual(lengths, [4, 8, 12, 12])
  assert.deepEqual(begun, burst)
})

test('a single connection from another address does not wait for a burst', async () => {
  const { begun, enter } = queue()
  enter('192.0.2.1', 400)
  const [other] = enter('192.0.2.2', 1)
  await turn()
  assert.ok(other && begun.includes(other))
})

test('an address can have 32 unfinished handshakes; the next one starts when one is completed or its connection closes', async () => {
  const { begun, handshakes, enter } = queue()
  enter('2001:db8::1', 20)
  enter('2001:db8::2', 20)
  await waitForTicks(20)
  assert.equal(begun.length, 32, 'both addresses belong to one network')
  const [first, second] = begun
  assert.ok(first && second)
  handshakes.complete(first)
  handshakes.complete(first)
  await waitForTicks(2)
  assert.equal(begun.length, 33)
  second.destroy()
  await waitForTicks(4)
  assert.equal(begun.length, 34)
  first.destroy()
  await waitForTicks(4)
  assert.equal(begun.length, 34, 'a connection does not count once its handshake is completed')
})

test('a connection that is closed before its turn starts no handshake', async () => {
  const { begun, enter } = queue()
  const sockets = enter('192.0.2.1', 3)
  sockets[1]?.destroy()
  await waitForTicks(3)
  assert.deepEqual(begun, [sockets[0], sockets[2]])
})
