import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantSource } from '../../src/graph/transport/source.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { type SimulatorOptions, startSimulator } from '../../src/simulator/server.ts'

/** Starts a simulator, with the source by which its tenants are read. */
export async function openSimulator(options: Pick<SimulatorOptions, 'now' | 'redirectUris'> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-simulator-'))
  const certificate = await localCertificate(folder, [])
  const { cert, key, ca } = certificate
  // A unique id, because tokens are cached by address and client, and a later simulator may get the same port.
  const client = { clientId: randomUUID(), clientSecret: 'the secret of the simulator' }
  const simulator = await startSimulator({ host: 'localhost', port: 0, cert, key, ...client, ...options })
  const { url } = simulator
  const credential = { secret: client.clientSecret }
  const source: TenantSource = { graphUrl: url, loginUrl: url, clientId: client.clientId, credential, ca }
  return {
    simulator,
    source,
    client,
    certificate,
    async [Symbol.asyncDispose]() {
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
