import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { residentMib } from '../../bench/program.ts'
import { quantile } from '../../bench/quantile.ts'
import { type Look, startObserver } from '../observer.ts'
import { startTarget, type Target } from '../target.ts'
import { type AttackerSetup, setUpAttacker } from './attacker-setup.ts'
import { ATTACKS, type Attack, type Inside } from './attacks.ts'
import { startHostileGraph } from './hostile-graph.ts'

/** The outcome of one attack. */
export interface AttackOutcome {
  name: string
  /** Responses to the attacker, by kind. */
  got: Map<string, number>
  healthy: { looks: number; errors: number; p50Ms: number; p99Ms: number; maxMs: number }
  maxMemoryMib: number
  /** Longest time that the event loop was blocked. */
  maxLoopMs: number
  /** How the process ended, if it did. */
  death?: string
  /** Time until it responded quickly again; undefined if it did not within 20 s. */
  recoveredMs?: number | undefined
  /** Duration of the shutdown during the attacks; undefined if it was killed after 10 s. */
  stoppedMs?: number | undefined
}

export interface AttackOrder {
  names: string[]
  setup: AttackerSetup
}

export interface AttackOptions {
  secondsEach: number
  /** Only attacks whose name contains this. */
  only?: string | undefined
  onOutcome: (outcome: AttackOutcome) => void
}

export const TOGETHER = 'all at once, with SIGTERM in the middle'
const STOP_LIMIT_MS = 10_000

/** Slightly more than a second: exactly sixty a minute would reach the key's limit. */
const LOOK_EVERY_MS = 1_020
const LOOK_TIMEOUT_MS = 15_000
const SAMPLE_MS = 500
const WARM_UP_MS = 3_000
const RECOVERY_LIMIT_MS = 20_000
const QUICK_MS = 100

/** Less than the default, so that runs which read until their deadline end during the attack. */
const HOSTILE_RUN_SECONDS = '20'

interface AttackTarget {
  target: Target
  setup: AttackerSetup
  healthyKey: string
  /** Its tenants are hostile; otherwise they are those of the sandbox. */
  isHostile: boolean
  /** The data folder of the target. */
  stop(): Promise<number | undefined>
}

/** Runs each attack by itself, then all at once, against the service with default settings. */
export async function runAttacks({ secondsEach, only, onOutcome }: AttackOptions): Promise<void> {
  const attacks = ATTACKS.filter(({ name }) => only === undefined || name.includes(only))
  let scene: AttackTarget | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void scene?.stop().then(() => process.exit(1)))
  const setScene = async (chosen: readonly Attack[]): Promise<AttackTarget> => {
    const isHostile = chosen.some(({ tenantsAreHostile }) => tenantsAreHostile)
    if (scene?.isHostile === isHostile) return scene
    await scene?.stop()
    scene = await openScene(isHostile)
    return scene
  }
  try {
    for (const attack of attacks) {
      const current = await setScene([attack])
      const outcome = await carryOut(current, attack.name, [attack], secondsEach)
      const death = outcome.death ?? (await inspect(current, attack, outcome))
      const recoveredMs = death === undefined ? await waitForRecovery(current.target) : undefined
      onOutcome({ ...outcome, recoveredMs, ...(death !== undefined && { death }) })
      // Replace a process that no longer responds, so that the other attacks can be measured.
      if (recoveredMs === undefined) {
        await current.stop()
        scene = undefined
      }
    }
    const last = await setScene(attacks)
    let stoppedMs: number | undefined
    const outcome = await carryOut(last, TOGETHER, attacks, secondsEach, async () => {
      scene = undefined
      stoppedMs = await last.stop()
    })
    onOutcome({ ...outcome, stoppedMs })
  } finally {
    await scene?.stop()
  }
}

/** Waits for a response within a tenth of a second, so that the next attack starts with a healthy service. */
async function waitForRecovery({ address: { host, port, ca } }: Target): Promise<number | undefined> {
  const agent = new Agent({ connect: { ca, servername: 'localhost' } })
  const startedMs = Date.now()
  try {
    while (Date.now() - startedMs < RECOVERY_LIMIT_MS) {
      const askedMs = Date.now()
      const signal = AbortSignal.timeout(RECOVERY_LIMIT_MS)
      const answer = await request(`https://${host}:${port}/healthz`, { dispatcher: agent, signal }).catch(
        () => undefined,
      )
      await answer?.body.dump()
      if (answer?.statusCode === 200 && Date.now() - askedMs < QUICK_MS) return askedMs - startedMs
      await sleep(QUICK_MS)
    }
    return undefined
  } finally {
    await agent.destroy()
  }
}

async function openScene(isHostile: boolean): Promise<AttackTarget> {
  const graph = isHostile ? await startHostileGraph() : undefined
  const target = await startTarget(graph ? { ...graph.settings, PLUMBLINE_RUN_SECONDS: HOSTILE_RUN_SECONDS } : {})
  return {
    target,
    ...(await setUpAttacker(target)),
    isHostile,
    stop: () => target.stop(STOP_LIMIT_MS).finally(() => graph?.stop()),
  }
}

/** Returns how the process ended, if it did meanwhile. */
async function inspect(
  { target, setup }: AttackTarget,
  attack: Attack,
  { got }: AttackOutcome,
): Promise<string | undefined> {
  const inside: Inside = {
    app: target.runtime.app,
    setup,
    count: (what, times = 1) => got.set(what, (got.get(what) ?? 0) + times),
  }
  const ended = target.program.exited.then((how) => `ended by ${how}`)
  return await Promise.race([attack.inspect?.(inside).then(() => undefined), ended])
}

async function carryOut(
  { target, setup, healthyKey }: AttackTarget,
  name: string,
  attacks: readonly Attack[],
  seconds: number,
  beforeEnd: () => Promise<void> = async () => {},
): Promise<AttackOutcome> {
  const got = new Map<string, number>()
  let death: string | undefined
  void target.program.exited.then((how) => {
    death ??= `ended by ${how}`
  })
  const observer = startObserver({
    ...target.address,
    path: '/api/v1/partner/me',
    headers: { 'x-partner-key': healthyKey },
    everyMs: LOOK_EVERY_MS,
    timeoutMs: LOOK_TIMEOUT_MS,
  })
  await sleep(WARM_UP_MS)
  const sampler = await sample(target)
  const startedMs = Date.now()
  const order: AttackOrder = { names: attacks.map((attack) => attack.name), setup }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: order })
  const over = new Promise<void>((resolve) => {
    worker.on('message', (what: string) => {
      if (what === 'over') resolve()
      else got.set(what, (got.get(what) ?? 0) + 1)
    })
    worker.on('error', () => resolve())
  })
  await sleep(seconds * 1000)
  const endedMs = Date.now()
  // A request sent during the attack may be answered later.
  await sleep(Math.min(LOOK_TIMEOUT_MS, LOOK_EVERY_MS))
  await observer.stop()
  const diedMeanwhile = death
  await beforeEnd()
  worker.postMessage('end')
  await Promise.race([over, sleep(LOOK_TIMEOUT_MS)])
  const { maxMemoryMib, maxLoopMs } = sampler.stop()
  await worker.terminate()
  const looks = observer.looks.filter(({ atMs }) => atMs >= startedMs && atMs <= endedMs)
  const wanted = Math.floor((endedMs - startedMs) / LOOK_EVERY_MS)
  return {
    name,
    got,
    healthy: summarise(looks, wanted),
    maxMemoryMib,
    maxLoopMs,
    ...(diedMeanwhile !== undefined && { death: diedMeanwhile }),
  }
}

/** A request without a response by the end counts as an error. */
function summarise(looks: readonly Look[], wanted: number): AttackOutcome['healthy'] {
  const tookMs = looks.map((look) => look.tookMs)
  const failed = looks.filter(({ status }) => status !== 200).length
  return {
    looks: looks.length,
    errors: failed + Math.max(0, wanted - 1 - looks.length),
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
    maxMs: Math.max(0, ...tookMs),
  }
}

interface Sampler {
  stop(): { maxMemoryMib: number; maxLoopMs: number }
}

/** Polls memory and event loop. The metrics have the longest delay since the last poll. */
async function sample({ program, metricsPort }: Target): Promise<Sampler> {
  let [maxMemoryMib, maxLoopMs] = [0, 0]
  const look = async (): Promise<void> => {
    const mib = await residentMib(program.pid).catch(() => 0)
    // A process that is exiting has no memory figures any more.
    if (mib > maxMemoryMib) maxMemoryMib = mib
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined)
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec((await answer?.text()) ?? '') ?? []
    maxLoopMs = Math.max(maxLoopMs, Number(seconds ?? 0) * 1000)
  }
  // Ignore the first poll: it covers the time since the start of the process, before the attack.
  await look().catch(() => {})
  maxLoopMs = 0
  const timer = setInterval(() => void look().catch(() => {}), SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      return { maxMemoryMib, maxLoopMs }
    },
  }
}
