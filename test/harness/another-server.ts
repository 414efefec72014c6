import type { App } from '../../src/app.ts'
import { createServer } from '../../src/http/server.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { type Client, createClient } from './client.ts'
import { required } from './database.ts'

/** One more API server on the same `App`, as another process would be. */
export async function startAnotherServer(app: App): Promise<{ client(key: string): Client } & AsyncDisposable> {
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const { http } = await createServer(app, {
    tls: { cert, key },
    baseUrl: 'https://localhost',
    trustProxy: [],
    partnerRate: 1_000_000,
    distributorRate: 1_000_000,
  })
  await http.listen({ host: 'localhost', port: 0 })
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    client: (apiKey) => createClient(`https://localhost:${port}`, ca, 'X-Partner-Key', apiKey),
    [Symbol.asyncDispose]: () => http.close(),
  }
}
