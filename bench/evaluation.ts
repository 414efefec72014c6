import { readTenant } from '../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../src/engine/frameworks/catalogue.ts'
import type { Framework } from '../src/engine/model/framework.ts'
import type { Snapshot } from '../src/engine/model/snapshot.ts'
import { collectSnapshot } from '../src/graph/collection/collect.ts'
import { list } from '../src/shared/json.ts'
import { SAMPLE_TENANTS } from '../src/simulator/tenants/tenants.ts'
import { openSimulator } from './simulator.ts'

export interface Evaluation {
  framework: string
  tenants: { posture: string; users: number; processorMs: number }[]
}

const REPEATS = 10
const COLLECT_DEADLINE_MS = 60_000

/** Tenants that can be read quickly; the others differ in how they respond, not in their content. */
const POSTURES: readonly string[] = ['strong', 'typical', 'weak', 'partial', 'large']

/** Processor time of evaluating collected tenants by the framework with the most requirements, without I/O. */
export async function measureEvaluation(folder: string): Promise<Evaluation> {
  const framework = FRAMEWORKS.reduce((max, each) => (each.requirements.length > max.requirements.length ? each : max))
  await using simulator = await openSimulator(folder)
  const tenants = []
  for (const { posture, tenantId } of SAMPLE_TENANTS.filter((tenant) => POSTURES.includes(tenant.posture))) {
    const snapshot = await collectSnapshot(simulator.source, { tenantId, deadlineMs: COLLECT_DEADLINE_MS })
    tenants.push({ posture, users: countUsers(snapshot), processorMs: measureProcessorMs(framework, snapshot) })
  }
  return { framework: framework.id, tenants }
}

/** Every repetition starts from the snapshot, so that nothing is cached. */
function measureProcessorMs(framework: Framework, snapshot: Snapshot): number {
  const once = (): unknown => evaluateFramework(framework, readTenant(snapshot), { target: framework.levels.max })
  once()
  const before = process.cpuUsage()
  for (let repeat = 0; repeat < REPEATS; repeat++) once()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REPEATS
}

const countUsers = ({ responses }: Snapshot): number => list(responses['GET /v1.0/users']?.value).length
