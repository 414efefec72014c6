import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const LENGTH_BYTES = 4

/** Makes every transaction of a connection read-only, as on a standby. Source: "Message Formats", StartupMessage. */
function asStandby(startup: Buffer): Buffer {
  const parameters = startup.subarray(LENGTH_BYTES, -1)
  const changed = Buffer.concat([
    Buffer.alloc(LENGTH_BYTES),
    parameters,
    Buffer.from('default_transaction_read_only\0on\0\0'),
  ])
  changed.writeUInt32BE(changed.length)
  return changed
}

/** A proxy in front of a database that simulates faults of servers and networks. */
export async function startDatabaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  let isStandby = false
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) })
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    const startsAsStandby = isStandby
    let isStarted = false
    for (const socket of pair) socket.on('error', () => {})
    client.on('close', () => {
      pairs.delete(pair)
      upstream.destroy()
    })
    upstream.on('close', () => client.destroy())
    client.on('data', (bytes: Buffer) => {
      if (isSilent) return
      upstream.write(startsAsStandby && !isStarted ? asStandby(bytes) : bytes)
      isStarted = true
    })
    upstream.on('data', (bytes) => isSilent || client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    host: url.host,
    /** Keeps its connections open, but forwards nothing. */
    silence(silent: boolean) {
      isSilent = silent
    },
    /** Makes later connections behave like those of a standby, or of a primary again. */
    demote(standby: boolean) {
      isStandby = standby
    },
    /** Ends all connections. */
    cut() {
      for (const socket of [...pairs].flat()) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [...pairs].flat()) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
