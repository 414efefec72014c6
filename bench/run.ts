import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRedis, withoutRedis } from '../test/harness/redis.ts'
import { type Comparison, compare, startApi } from './compare.ts'
import { openDeliveryHarness } from './deliveries/harness.ts'
import { type DeliveryFigures, measureDeliveries } from './deliveries/measure.ts'
import { type Evaluation, measureEvaluation } from './evaluation.ts'
import { type GrowthRow, MAX_GROWTH, measureGrowth } from './growth/measure.ts'
import { type Harness, openHarness } from './harness.ts'
import { CLIENT } from './load/load.ts'
import { measurePortal, type PortalFigures } from './portal.ts'
import { MAIN, type Program } from './program.ts'
import { measureReports } from './reports/measure.ts'
import type { ReportTimes } from './reports/process.ts'
import { measureRuns, QUICK_RUN_WORKS, RUN_WORKS, type RunFigures } from './runs.ts'
import { measureService, type ServiceFigures } from './service.ts'
import { toTable } from './table.ts'
import { sharedRates, WORKLOADS, type Workload } from './workloads.ts'

/** Measures the service by itself and against its ceilings, and prints tables. `README.md` explains them. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Runs only workloads whose name contains this, or only `deliveries`, `runs`, `portal`, `reports` or `rates`; skips the whole service. */
    only: { type: 'string' },
    /** Measures only how calls slow down with this many customers and runs of others, as in `--growth 1000000`. */
    growth: { type: 'string' },
  },
})

const { quick, only, growth } = values
if (growth !== undefined) {
  console.log(showGrowth(await measureGrowth(Number(growth), quick ? 60 : 300)))
  process.exit()
}
const slices = quick ? { count: 2, seconds: 1, warmUpSeconds: 1 } : { count: 6, seconds: 2, warmUpSeconds: 2 }

const REDIS_TRIAL_MS = 65_000

const DELIVERIES = { rounds: 3, deliveries: 12_800, latencySeconds: 15, dead: 100_000, killed: 50_000, kills: 10 }
const QUICK_DELIVERIES = { rounds: 1, deliveries: 6_400, latencySeconds: 5, dead: 20_000, killed: 6_400, kills: 2 }

const comparisons: Comparison[] = []
let evaluation: Evaluation | undefined
let deliveries: DeliveryFigures | undefined
let runs: RunFigures[] | undefined
let portal: PortalFigures | undefined
let reports: ReportTimes | undefined
{
  await using harness = await openHarness()
  const workloads = WORKLOADS.filter(({ name }) => only === undefined || name.includes(only))
  const one = await startApi(harness, new URL('./api.ts', import.meta.url))
  try {
    for (const work of workloads) comparisons.push(await measure(harness, one, work))
  } finally {
    await one.stop()
  }
  if (only === undefined || only === 'rates') {
    const crowd = await harness.openCrowd()
    await using redis = withoutRedis === false ? await startRedis() : undefined
    for (const url of [undefined, ...(redis ? [redis.url] : [])]) {
      const env = { PLUMBLINE_PARTNER_RATE: '60', ...(url !== undefined && { REDIS_URL: url }) }
      // The service does not use a Redis that has run for less than a minute.
      if (url !== undefined) await sleep(REDIS_TRIAL_MS)
      const oneOfMany = await startApi(harness, MAIN, { args: ['serve'], env })
      try {
        const work = sharedRates(url === undefined ? 'the database' : 'Redis', crowd)
        comparisons.push(await measure(harness, oneOfMany, work))
      } finally {
        await oneOfMany.stop()
      }
    }
  }
  if (only === undefined || only === 'deliveries') {
    console.error('measuring deliveries …')
    await using deliveryHarness = await openDeliveryHarness(harness.folder, harness.databaseUrl)
    deliveries = await measureDeliveries(deliveryHarness, quick ? QUICK_DELIVERIES : DELIVERIES, () =>
      harness.restart(),
    )
  }
  if (only === undefined || only === 'runs') {
    console.error('measuring runs of different tenants …')
    runs = await measureRuns(harness, quick ? QUICK_RUN_WORKS : RUN_WORKS)
  }
  if (only === undefined || only === 'portal') {
    console.error('measuring the portal …')
    portal = await measurePortal(harness)
  }
  if (only === undefined || only === 'reports') {
    console.error('measuring reports …')
    reports = await measureReports(harness.folder)
  }
  if (only === undefined) {
    console.error('measuring evaluation …')
    evaluation = await measureEvaluation(harness.folder)
  }
}
if (comparisons.length > 0) console.log(`Requests are sent by ${CLIENT}.\n\n${showComparisons(comparisons)}`)
if (deliveries) console.log(`\n${showDeliveries(deliveries)}`)
if (runs) console.log(`\n${showRuns(runs)}`)
if (portal) console.log(`\n${showPortal(portal)}`)
if (reports) console.log(`\n${showReports(reports)}`)
if (evaluation) {
  console.error('measuring the whole service …')
  const figures = await measureService(
    quick
      ? { runs: 20, idleMs: 2_000, maxLoadMs: 10_000, readsMs: 3_000 }
      : { runs: 50, idleMs: 10_000, maxLoadMs: 60_000, readsMs: 15_000 },
  )
  console.log(`\n${showFigures(figures, evaluation)}\n\n${showEvaluation(evaluation)}`)
}
process.exit()

async function measure(harness: Harness, service: Program, work: Workload): Promise<Comparison> {
  console.error(`measuring ${work.name} …`)
  return await compare(harness, service, work, slices)
}

function showComparisons(all: readonly Comparison[]): string {
  return toTable(
    [
      'workload',
      'ceiling req/s',
      'ours req/s',
      'ratio',
      'target',
      'ok',
      'p50 ms',
      'p99 ms',
      'ceiling CPU µs',
      'ours CPU µs',
    ],
    all.map(({ work, ceiling, ours, ratio }) => [
      work.name,
      ceiling.perSecond.toFixed(0),
      ours.perSecond.toFixed(0),
      ratio.toFixed(2),
      work.target === undefined ? '' : `≥ ${work.target}`,
      work.target === undefined ? '' : formatOk(ratio >= work.target),
      ours.p50Ms.toFixed(1),
      ours.p99Ms.toFixed(1),
      ceiling.processorUs.toFixed(0),
      ours.processorUs.toFixed(0),
    ]),
  )
}

function showGrowth(rows: readonly GrowthRow[]): string {
  return toTable(
    ['p50', 'empty ms', 'grown ms', 'ratio', '10,000 own ms', 'ratio', 'target', 'ok'],
    rows.map(({ call, emptyMs, grownMs, manyMs }) => [
      call,
      emptyMs.toFixed(2),
      grownMs.toFixed(2),
      (grownMs / emptyMs).toFixed(2),
      manyMs.toFixed(2),
      (manyMs / emptyMs).toFixed(2),
      `≤ ${MAX_GROWTH}`,
      formatOk(Math.max(grownMs, manyMs) <= MAX_GROWTH * emptyMs),
    ]),
  )
}

function showDeliveries({ barePerSecond, perSecond, ...figures }: DeliveryFigures): string {
  const { statementsEach, latency, besideDead, kills } = figures
  const ratio = perSecond / barePerSecond
  const slower = besideDead.p99Ms / latency.p99Ms
  const rows: [string, string, string, boolean][] = [
    ['bare POST loop, R', `${barePerSecond.toFixed(0)}/s`, '', true],
    ['durable deliveries', `${perSecond.toFixed(0)}/s`, '≥ 1600/s', perSecond >= 1600],
    ['the same against R', ratio.toFixed(2), '≥ 0.35', ratio >= 0.35],
    ['statements for each', statementsEach.toFixed(2), '≤ 3', statementsEach <= 3],
    ['commit to first byte at 200/s, p50', `${latency.p50Ms.toFixed(1)} ms`, '≤ 10 ms', latency.p50Ms <= 10],
    ['the same, p99', `${latency.p99Ms.toFixed(1)} ms`, '≤ 50 ms', latency.p99Ms <= 50],
    ['p99 with a dead endpoint', `${besideDead.p99Ms.toFixed(1)} ms (${slower.toFixed(2)} ×)`, '≤ 2 ×', slower <= 2],
    ['sent during it', percent(besideDead.sentShare), '≥ 95 %', besideDead.sentShare >= 0.95],
    [`lost of ${kills.deliveries} in ${kills.kills} kills and a restart`, String(kills.lost), '0', kills.lost === 0],
    ['repeated', String(kills.repeated), `≤ ${kills.cutShort} cut short`, kills.repeated <= kills.cutShort],
    ['sent again after, max', `${kills.resentAfterSeconds.toFixed(1)} s`, '≤ 35 s', kills.resentAfterSeconds <= 35],
  ]
  return toTable(
    ['webhooks', 'measured', 'target', 'ok'],
    rows.map(([name, measured, target, ok]) => [name, measured, target, target && formatOk(ok)]),
  )
}

function showRuns(all: readonly RunFigures[]): string {
  const head = ['runs', 'runs/min', 'CPU ms each', 'runs/min of a core', 'target', 'ok', 'peak MiB', 'target', 'ok']
  return toTable(
    head,
    all.map(({ tenants, users, target, targetMib, ...figures }) => [
      `${tenants} tenants of ${users} users`,
      figures.perMinute.toFixed(0),
      figures.processorMs.toFixed(0),
      figures.perCoreMinute.toFixed(0),
      target === undefined ? '' : `≥ ${target}`,
      target === undefined ? '' : formatOk(figures.perCoreMinute >= target),
      figures.peakMib.toFixed(0),
      targetMib === undefined ? '' : `≤ ${targetMib}`,
      targetMib === undefined ? '' : formatOk(figures.peakMib <= targetMib),
    ]),
  )
}

function showPortal({ buildMs, sessionP50Ms, bareP50Ms }: PortalFigures): string {
  const ratio = sessionP50Ms / bareP50Ms
  const rows: [string, string, string, boolean][] = [
    ['build of the client', `${buildMs.toFixed(0)} ms`, '≤ 150 ms', buildMs <= 150],
    ['check of a session, p50', `${sessionP50Ms.toFixed(2)} ms`, '≤ 1 ms', sessionP50Ms <= 1],
    ['the same against a bare statement', `${ratio.toFixed(2)} ×`, '≤ 3 ×', ratio <= 3],
  ]
  return toTable(
    ['portal', 'measured', 'target', 'ok'],
    rows.map(([name, measured, target, ok]) => [name, measured, target, formatOk(ok)]),
  )
}

function showReports({ firstPdfMs, laterPdfMs, ownerPdfMs, pageMs }: ReportTimes): string {
  const rows: [string, number, number][] = [
    ['PDF, the first of a process, with the start of its thread', firstPdfMs, 700],
    ['PDF, later', laterPdfMs, 700],
    ['PDF for the owner, later', ownerPdfMs, 300],
    ['page, later', pageMs, 30],
  ]
  return toTable(
    ['largest report', 'ms CPU', 'target', 'ok'],
    rows.map(([name, ms, max]) => [name, ms.toFixed(0), `≤ ${max}`, formatOk(ms <= max)]),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function showFigures(figures: ServiceFigures, { framework, tenants }: Evaluation): string {
  const per500 = Math.max(...tenants.map(({ processorMs, users }) => processorMs * Math.min(1, 500 / users)))
  const largest = tenants.reduce((a, b) => (b.users > a.users ? b : a))
  const rows: [string, number, number | undefined, string][] = [
    ['first start to ready', figures.firstStartMs, 4000, 'ms'],
    ['later start to ready', figures.laterStartMs, 2000, 'ms'],
    ['memory at rest', figures.restMib, 180, 'MiB'],
    ['memory under load, max', figures.loadMib, 350, 'MiB'],
    ['the same with the simulator inside', figures.sandboxLoadMib, undefined, 'MiB'],
    ['run created to started, p50', figures.startedP50Ms, 50, 'ms'],
    ['run created to started, p99', figures.startedP99Ms, 50, 'ms'],
    ['GET /me during 20 PDFs, p99 compared with none', figures.besidePdfsRatio, 2, '×'],
    [`evaluation of ${framework}, 500 users`, per500, 20, 'ms CPU'],
    [`the same, ${largest.users} users`, largest.processorMs, 150, 'ms CPU'],
  ]
  return toTable(
    ['figure', 'measured', 'target', 'ok'],
    rows.map(([name, measured, max, unit]) => [
      name,
      `${measured.toFixed(unit === 'ms CPU' || unit === '×' ? 1 : 0)} ${unit}`,
      max === undefined ? '' : `≤ ${max}`,
      max === undefined ? '' : formatOk(measured <= max),
    ]),
  )
}

function showEvaluation({ tenants }: Evaluation): string {
  return toTable(
    ['tenant', 'users', 'evaluation, ms CPU'],
    tenants.map(({ posture, users, processorMs }) => [posture, String(users), processorMs.toFixed(1)]),
  )
}

function formatOk(ok: boolean): string {
  return ok ? 'yes' : 'NO'
}
