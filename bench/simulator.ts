import type { TenantSource } from '../src/graph/transport/source.ts'
import { localCertificate } from '../src/platform/certificates.ts'
import { startSimulator } from '../src/simulator/server.ts'

const CLIENT = { clientId: '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20', clientSecret: 'a secret of the bench' }

/** The simulator, in the bench's own process. */
export interface BenchSimulator extends AsyncDisposable {
  source: TenantSource
  /** The settings with which a service reads from it. */
  env: Record<string, string>
}

export async function openSimulator(folder: string): Promise<BenchSimulator> {
  const { cert, key, ca, caFile } = await localCertificate(folder, [])
  const simulator = await startSimulator({ host: 'localhost', port: 0, cert, key, ...CLIENT })
  const { clientId, clientSecret } = CLIENT
  return {
    source: { graphUrl: simulator.url, loginUrl: simulator.url, clientId, credential: { secret: clientSecret }, ca },
    env: {
      PLUMBLINE_GRAPH_URL: simulator.url,
      PLUMBLINE_LOGIN_URL: simulator.url,
      PLUMBLINE_GRAPH_CLIENT_ID: clientId,
      PLUMBLINE_GRAPH_CLIENT_SECRET: clientSecret,
      NODE_EXTRA_CA_CERTS: caFile,
    },
    [Symbol.asyncDispose]: () => simulator.close(),
  }
}
