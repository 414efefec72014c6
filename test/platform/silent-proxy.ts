import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy before a database that can go silent: it keeps its connections open, and passes nothing on. */
export async function startSilentProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const pairs: [Socket, Socket][] = []
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) })
    pairs.push([client, upstream])
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('data', (bytes) => isSilent || upstream.write(bytes))
    upstream.on('data', (bytes) => isSilent || client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence(silent: boolean) {
      isSilent = silent
    },
    async [Symbol.asyncDispose]() {
      for (const socket of pairs.flat()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
