import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import pg from 'pg'
import type { App } from '../src/app.ts'
import { createCustomer } from '../src/features/customers/service.ts'
import { createKey, toPartnerKeyAccount } from '../src/features/keys/service.ts'
import { createActivePartner } from '../src/features/partners/operator/service.ts'
import { localCertificate } from '../src/platform/certificates.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { openRuntime } from '../src/runtime/runtime.ts'
import type { Principal } from '../src/shared/actor.ts'
import { newId } from '../src/shared/ids.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../test/harness/temporary-folder.ts'
import { createCrowd } from './crowd.ts'

/** The setup for comparing service and ceilings: one database with accounts and customers, one certificate. */
export interface Harness extends AsyncDisposable {
  folder: string
  databaseUrl: string
  certFile: string
  keyFile: string
  /** An ordinary partner, whose customers have runs. */
  reader: Partner
  /** A partner with a thousand customers. */
  lister: Partner
  /** Several partners that write, so that writes do not all wait for the same row. */
  writers: Partner[]
  /** Enough partners that none of them reaches the limit of its key. */
  openCrowd(): Promise<Partner[]>
  /** Resets the writers to their initial state. */
  clear(): Promise<void>
  /** Stops the database abruptly and starts it again. */
  restart(): Promise<void>
}

export interface Partner {
  id: string
  key: string
  customerIds: string[]
}

const BENCH: Principal = { kind: 'operator', id: 'bench' }
const WRITERS = 16
/** Enough keys for more requests in a minute than a machine can answer, at 60 per key. */
const CROWD = 5_000

/** All processes on the harness's database have the same key. */
export const SECRET_KEY = 'a secret key of the bench, long enough'

export async function openHarness(): Promise<Harness> {
  const folder = await makeTemporaryFolder('plumbline-bench-')
  const dataDir = join(folder, 'database')
  let server = await startEmbeddedPostgres({ dataDir })
  const environment = { DATABASE_URL: server.url, PLUMBLINE_SECRET_KEY: SECRET_KEY, PLUMBLINE_LOG_LEVEL: 'error' }
  const { app, close } = await openRuntime(readSettings(environment), { database: 'given' })
  // The service's own role may not delete from these tables.
  const owner = new pg.Pool({ connectionString: server.url, max: 1 })
  owner.on('error', () => {})
  const { cert, key } = await localCertificate(folder, [])
  const [certFile, keyFile] = [join(folder, 'bench.crt'), join(folder, 'bench.key')]
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)])
  const [reader, lister, ...writers] = await Promise.all(
    [50, 1000, ...Array<number>(WRITERS).fill(1)].map((customers) => createPartner(app, customers)),
  )
  if (!reader || !lister) throw new Error('expected the first two partners')
  await owner.query(RUNS_OF_READER, [newId('run').slice(0, -6), reader.id])
  await owner.query('vacuum analyze')
  return {
    folder,
    databaseUrl: server.url,
    certFile,
    keyFile,
    reader,
    lister,
    writers,
    async openCrowd() {
      const [model] = writers
      if (!model) throw new Error('expected a writer')
      return await createCrowd(owner, model, CROWD)
    },
    async clear() {
      const [ids, seeded] = [writers.map(({ id }) => id), writers.flatMap(({ customerIds }) => customerIds)]
      await owner.query('truncate graphile_worker._private_jobs')
      await owner.query('delete from runs where partner_id = any($1)', [ids])
      await owner.query('delete from usage_months where partner_id = any($1)', [ids])
      await owner.query('delete from customers where partner_id = any($1) and id <> all($2)', [ids, seeded])
      await owner.query('update customer_counts set customers = 1 where partner_id = any($1)', [ids])
      await owner.query('vacuum analyze runs, usage_months, customers, graphile_worker._private_jobs')
      await owner.query('checkpoint')
    },
    async restart() {
      const { port } = new URL(server.url)
      await server.stop()
      server = await startEmbeddedPostgres({ dataDir, port: Number(port) })
    },
    async [Symbol.asyncDispose]() {
      await owner.end()
      await close()
      await server.stop()
      await removeTemporaryFolder(folder)
    },
  }
}

/** Three completed runs for every customer of the reader. */
const RUNS_OF_READER = `insert into runs (id, partner_id, customer_id, product, maturity_target, status, score,
    critical, high, medium, low, created_at, started_at, completed_at)
  select $1 || to_char(row_number() over (), 'FM000000'), partner_id, id, 'essential-eight', 2, 'completed', 61,
    1, 4, 9, 3, now() - n * interval '1 day', now() - n * interval '1 day', now() - n * interval '1 day'
  from customers, generate_series(1, 3) as n where partner_id = $2`

async function createPartner(app: App, customers: number): Promise<Partner> {
  const input = { company: 'Bench', email: 'admin@bench.example', name: 'Bench', plan: 'enterprise' } as const
  const actor = await createActivePartner(app, BENCH, input)
  const { key } = await createKey(app, BENCH, toPartnerKeyAccount(actor))
  const customerIds = []
  for (let count = 0; count < customers; count++) {
    customerIds.push((await createCustomer(app, actor, newCustomer(count))).id)
  }
  return { id: actor.partnerId, key, customerIds }
}

/** A typical new customer. */
export const newCustomer = (number: number) => ({
  name: `Customer number ${number}`,
  tenantId: `5a3b1c60-7d21-4e0f-9a54-${String(number).padStart(12, '0')}`,
  email: `office@customer-${number}.example`,
})
