import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startWorker } from '../../src/worker/worker.ts'
import { type Api, SECRET_KEY } from '../harness/api.ts'
import { assessBy, type Collector } from '../harness/collector.ts'
import { openTestDatabase } from '../harness/database.ts'

const MAIN = fileURLToPath(new URL('../../bin/plumbline.js', import.meta.url))

/** Short intervals, so that a worker counts as dead after seconds instead of half a minute. */
export const QUICK = { concurrency: 4, deadlineMs: 60_000, beatMs: 100, silentMs: 1_500 }

/** A worker in this process, with its own connections. */
export async function openWorker(api: Api, collect: Collector, options = QUICK) {
  const { pool, db } = openTestDatabase(api.databaseUrl, { poolSize: 10 })
  const worker = await startWorker({ ...api.app, db, assessTenant: assessBy(collect) }, pool, options)
  return {
    async [Symbol.asyncDispose]() {
      await worker.stop()
      await pool.end()
    },
  }
}

/** `plumbline work` in a separate process. */
export function spawnWorker(
  api: Api,
  simulator: { url: string; caFile: string; clientId?: string; secret?: string },
  settings: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [MAIN, 'work'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: api.databaseUrl,
      NODE_EXTRA_CA_CERTS: simulator.caFile,
      PLUMBLINE_SECRET_KEY: SECRET_KEY,
      PLUMBLINE_GRAPH_URL: simulator.url,
      PLUMBLINE_LOGIN_URL: simulator.url,
      PLUMBLINE_GRAPH_CLIENT_ID: simulator.clientId ?? '00000000-0000-0000-0000-000000000001',
      PLUMBLINE_GRAPH_CLIENT_SECRET: simulator.secret ?? 'secret',
      PLUMBLINE_WORKER_CONCURRENCY: '2',
      PLUMBLINE_LOG_LEVEL: 'silent',
      ...settings,
    },
  })
  const exit = once(child, 'exit')
  return {
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
