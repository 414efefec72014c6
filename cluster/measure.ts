import { createAccount } from './account.ts'
import type { OpenCluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import { startLoad } from './load.ts'
import { findOutcome, type Outcome } from './outcome.ts'

/** One row of the table. */
export interface Row extends Outcome {
  name: string
  rounds: number
  /** Responses that no client should get. */
  wrong: string[]
  refused: number
  outageS: number
  maxOutageS: number
}

export const HEAD = [
  'fault',
  'rounds',
  'acknowledged',
  'lost',
  'duplicated',
  'stuck',
  'failed runs',
  'wrong status',
  '503',
  'longest outage',
  'allowed',
]

export const toCells = (row: Row): string[] => [
  row.name,
  ...[row.rounds, row.acknowledged, row.lost, row.duplicated, row.stuck, row.failed, row.wrong.length, row.refused].map(
    String,
  ),
  `${row.outageS.toFixed(1)} s`,
  `${row.maxOutageS} s`,
]

export const isHarmless = (row: Row): boolean =>
  row.lost + row.duplicated + row.stuck + row.failed + row.wrong.length === 0 && row.outageS <= row.maxOutageS

/** Causes a fault in each round while clients work, and counts the outcome of their work. */
export async function measureFault(cluster: OpenCluster, fault: Fault, rounds: number): Promise<Row> {
  const lap = startLaps()
  const account = await createAccount(cluster)
  lap('set-up')
  const load = startLoad({ apiUrl: cluster.proxies.apiUrl, ...account })
  const { ledger } = load
  try {
    await load.untilSteady()
    for (let round = 0; round < rounds; round++) {
      await fault.strike(cluster, round)
      await load.untilSteady()
    }
    lap(`${rounds} rounds`)
  } finally {
    await load[Symbol.asyncDispose]()
  }
  const outcome = await findOutcome(cluster.database, account, ledger)
  console.error(`  ${lap('rest')}`)
  return {
    name: fault.name,
    rounds,
    ...outcome,
    wrong: ledger.wrong,
    refused: ledger.statuses.get(503) ?? 0,
    outageS: ledger.longestOutageMs / 1000,
    maxOutageS: fault.maxOutageS,
  }
}

/** One row for the same fault in several clusters: the sums, and the longest outage. */
export function sumRows(rows: readonly Row[]): Row {
  const [first] = rows
  if (!first) throw new Error('no row to sum up')
  const total = (count: (row: Row) => number) => rows.reduce((sum, row) => sum + count(row), 0)
  return {
    ...first,
    rounds: rows.length,
    acknowledged: total((row) => row.acknowledged),
    lost: total((row) => row.lost),
    duplicated: total((row) => row.duplicated),
    stuck: total((row) => row.stuck),
    failed: total((row) => row.failed),
    wrong: rows.flatMap((row) => row.wrong),
    refused: total((row) => row.refused),
    outageS: Math.max(...rows.map((row) => row.outageS)),
  }
}

/** Measures how long each part took, as text. */
function startLaps(): (part: string) => string {
  const laps: string[] = []
  let startedMs = performance.now()
  return (part) => {
    const nowMs = performance.now()
    laps.push(`${part} ${((nowMs - startedMs) / 1000).toFixed(1)} s`)
    startedMs = nowMs
    return laps.join(', ')
  }
}
