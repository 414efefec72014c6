import type { App } from '../../src/app.ts'
import { createServer, type ServerOptions } from '../../src/http/server.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { type Client, createClient } from './client.ts'
import { required } from './database.ts'

type Options = Partial<Pick<ServerOptions, 'partnerRate' | 'distributorRate' | 'limiter' | 'trustProxy'>>

/** Another API server on the same `App`, like another process. */
export async function startAnotherServer(
  app: App,
  options: Options = {},
): Promise<{ baseUrl: string; client(key: string, header?: string): Client } & AsyncDisposable> {
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const { http } = await createServer(app, {
    tls: { cert, key },
    baseUrl: 'https://localhost',
    trustProxy: [],
    partnerRate: 1_000_000,
    distributorRate: 1_000_000,
    addressRate: 1_000_000,
    linkRate: 1_000_000,
    ...options,
  })
  await http.listen({ host: 'localhost', port: 0 })
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const baseUrl = `https://localhost:${port}`
  return {
    baseUrl,
    client: (apiKey, header = 'X-Partner-Key') => createClient(baseUrl, ca, header, apiKey),
    [Symbol.asyncDispose]: () => http.close(),
  }
}
