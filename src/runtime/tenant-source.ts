import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { TenantSource } from '../graph/transport/source.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { LaunchFailure } from './launch-failure.ts'
import { findRunningSimulator } from './sandbox-simulator.ts'

/** Where tenants are read from: the services in the settings, or the sandbox that runs on the data folder. */
export async function readSource(settings: Settings): Promise<TenantSource> {
  const { graphUrl, loginUrl, graphClientId, graphClientSecret, graphClientCertificate } = settings
  if (graphClientId === undefined) {
    const simulator = await findRunningSimulator(settings.dataDir)
    if (simulator) return simulator
    throw new LaunchFailure(
      'PLUMBLINE_GRAPH_CLIENT_ID is not set, so no tenant can be read. Set it with its secret or certificate, or try the sandbox: plumbline up --sandbox.',
    )
  }
  if (graphClientCertificate !== undefined) {
    return { graphUrl, loginUrl, clientId: graphClientId, credential: readCertificate(graphClientCertificate) }
  }
  if (graphClientSecret === undefined) {
    throw new LaunchFailure(
      'Set PLUMBLINE_GRAPH_CLIENT_SECRET or PLUMBLINE_GRAPH_CLIENT_CERTIFICATE beside the client id.',
    )
  }
  return { graphUrl, loginUrl, clientId: graphClientId, credential: { secret: graphClientSecret } }
}

function readCertificate(pem: string): { certificatePem: string; privateKeyPem: string } {
  try {
    return {
      certificatePem: new X509Certificate(pem).toString(),
      privateKeyPem: createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
  } catch {
    throw new LaunchFailure(
      'PLUMBLINE_GRAPH_CLIENT_CERTIFICATE must hold one certificate and its unencrypted private key (PEM).',
    )
  }
}
