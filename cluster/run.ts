import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toTable } from '../bench/table.ts'
import { type OpenCluster, openCluster } from './cluster.ts'
import { FAULTS } from './faults.ts'
import { HEAD, isHarmless, measureFault, type Row, sumRows, toCells } from './measure.ts'
import { listMissing } from './prerequisites.ts'
import { THIS_VERSION, type Version } from './service.ts'
import { checkOutRelease, UPGRADE } from './upgrade.ts'

/**
 * Sets up a cluster on this machine, causes every fault that it must survive while clients use it, and prints the
 * outcome of their work. `README.md` explains it. Exits with 1 if work was lost, duplicated or stuck, or an answer was
 * wrong.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    /** Only faults whose name contains this. */
    only: { type: 'string', default: '' },
    /** Keeps the folder with the logs of all processes. */
    keep: { type: 'boolean', default: false },
  },
})
const missing = listMissing()
if (missing.length > 0) {
  console.error(missing.join('\n'))
  process.exit(2)
}
const rounds = Number(values.rounds)
/** Shuts down in order after a signal, since processes and networks would be left behind otherwise. */
const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal))).then(([signal]) => {
  throw new Error(`ended by ${signal ?? 'a signal'}`)
})
interrupted.catch(() => {})
const rows: Row[] = []
const faults = FAULTS.filter(({ name }) => name.includes(values.only))
if (faults.length > 0) {
  await inCluster(THIS_VERSION, async (cluster) => {
    for (const fault of faults) {
      console.error(`${fault.name} …`)
      report(await measureFault(cluster, fault, rounds))
    }
  })
}
if (UPGRADE.name.includes(values.only)) {
  console.error(`${UPGRADE.name} …`)
  await inFolder('plumbline-release-', async (folder) => {
    const release = await checkOutRelease(folder)
    // A database is migrated only once: each round has a cluster of its own.
    const upgrades: Row[] = []
    for (let round = 0; round < rounds; round++) {
      await inCluster(release, async (cluster) => void upgrades.push(await measureFault(cluster, UPGRADE, 1)))
    }
    report(sumRows(upgrades))
  })
}
console.log(toTable(HEAD, rows.map(toCells)))
process.exit(rows.every(isHarmless) ? 0 : 1)

function report(row: Row): void {
  rows.push(row)
  console.error(toTable(HEAD, [toCells(row)]))
  for (const answer of row.wrong.slice(0, 5)) console.error(`  wrong: ${answer.slice(0, 500)}`)
}

async function inCluster(version: Version, use: (cluster: OpenCluster) => Promise<void>): Promise<void> {
  await inFolder('plumbline-cluster-', async (folder) => {
    await using cluster = await openCluster(folder, version)
    await Promise.race([use(cluster), interrupted])
  })
}

async function inFolder(prefix: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  // PostgreSQL and PgBouncer run as other users, who must be able to enter.
  await chmod(folder, 0o755)
  try {
    await use(folder)
  } finally {
    if (values.keep) console.error(`logs: ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
}
