import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processLife } from '@plumbline/embedded-postgres/process-life'
import type { TenantSource } from '../graph/transport/source.ts'
import { localCertificate } from '../platform/certificates.ts'
import { fields, text } from '../shared/json.ts'

/**
 * The simulated productivity suite of the sandbox. While it runs, a file in the data folder has its address and credentials,
 * so that other workers and commands can read its tenants too.
 */
const FILE = 'simulator.json'

const CLIENT_ID = '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20'

/** Starts the simulator on a free port; `redirectUri` is where its sign-in pages redirect to. */
export async function startSandboxSimulator(
  dataDir: string,
  hosts: string[],
  redirectUri?: string,
): Promise<{ close(): Promise<void> }> {
  // Loaded here, because other users of this file only look for a running simulator.
  const { startSimulator } = await import('../simulator/server.ts')
  const certificate = await localCertificate(dataDir, hosts)
  const clientSecret = randomBytes(24).toString('base64url')
  const { cert, key } = certificate
  const redirectUris = redirectUri === undefined ? [] : [redirectUri]
  const client = { clientId: CLIENT_ID, clientSecret, redirectUris }
  const simulator = await startSimulator({ host: 'localhost', port: 0, cert, key, ...client })
  const file = join(dataDir, FILE)
  const source: TenantSource = {
    graphUrl: simulator.url,
    loginUrl: simulator.url,
    clientId: CLIENT_ID,
    credential: { secret: clientSecret },
    ca: certificate.ca,
  }
  const owner = { pid: process.pid, life: await processLife(process.pid) }
  await writeFile(`${file}.new`, JSON.stringify({ ...source, ...owner }), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return {
    async close() {
      await rm(file, { force: true })
      await simulator.close()
    },
  }
}

/** The simulator that a live process runs on this data folder. */
export async function findRunningSimulator(dataDir: string): Promise<TenantSource | undefined> {
  const content = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const found = fields(JSON.parse(content))
  const [graphUrl, loginUrl, clientId, ca] = [found.graphUrl, found.loginUrl, found.clientId, found.ca].map(text)
  const secret = text(fields(found.credential).secret)
  if (graphUrl === undefined || loginUrl === undefined || clientId === undefined || secret === undefined)
    return undefined
  // The number of a killed process may have been reused.
  const life = text(found.life)
  if (typeof found.pid !== 'number' || life === undefined || (await processLife(found.pid)) !== life) return undefined
  return { graphUrl, loginUrl, clientId, credential: { secret }, ...(ca !== undefined && { ca }) }
}
