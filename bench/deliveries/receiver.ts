import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'

/**
 * Receives webhooks on the given number of ports, and records when each arrived. Never responds under `/hang`. Messages to
 * the parent process: the ports, and for `report` what has arrived since the last report.
 */
const [count, certFile = '', keyFile = ''] = process.argv.slice(2)
const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
let arrivals: [eventId: string, atMs: number][] = []

const ports = await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const server = createServer({ cert, key, keepAlive: true, keepAliveTimeout: 60_000 }, (request, response) => {
      const atMs = performance.timeOrigin + performance.now()
      request.resume()
      if (request.url?.startsWith('/hang')) return
      arrivals.push([String(request.headers['webhook-id']), atMs])
      request.on('end', () => response.end('ok'))
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }),
)

process.on('message', () => {
  process.send?.(arrivals)
  arrivals = []
})
process.send?.(ports)
