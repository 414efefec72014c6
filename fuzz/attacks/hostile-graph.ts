import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Fields, fields, text } from '../../src/shared/json.ts'

/** A Graph with hostile tenants, in a separate thread. */
export interface HostileGraph {
  /** Settings with which the service reads its tenants. */
  settings: Record<string, string>
  stop(): Promise<void>
}

/** The message of the thread when it is ready. */
export interface HostileGraphReady {
  url: string
  clientId: string
  secret: string
  ca: string
}

export async function startHostileGraph(): Promise<HostileGraph> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-attack-'))
  const worker = new Worker(new URL('./hostile-graph-thread.ts', import.meta.url))
  const [ready]: unknown[] = await once(worker, 'message')
  const reported: Fields = fields(ready)
  const caFile = join(folder, 'ca.crt')
  await writeFile(caFile, text(reported.ca) ?? '')
  const url = text(reported.url) ?? ''
  return {
    settings: {
      PLUMBLINE_GRAPH_URL: url,
      PLUMBLINE_LOGIN_URL: url,
      PLUMBLINE_GRAPH_CLIENT_ID: text(reported.clientId) ?? '',
      PLUMBLINE_GRAPH_CLIENT_SECRET: text(reported.secret) ?? '',
      NODE_EXTRA_CA_CERTS: caFile,
    },
    async stop() {
      await worker.terminate()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
