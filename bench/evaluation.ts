import { evaluateFramework } from '../src/engine/evaluate.ts'
import { FRAMEWORKS } from '../src/engine/frameworks/catalogue.ts'
import { list } from '../src/engine/json.ts'
import type { Framework, Snapshot } from '../src/engine/model.ts'
import { readTenant } from '../src/engine/reading.ts'
import { localCertificate } from '../src/platform/certificates.ts'
import { collectSnapshot } from '../src/tenant/collect.ts'
import { startSuite } from '../src/tenant/suite/server.ts'
import { SAMPLE_TENANTS } from '../src/tenant/suite/tenants.ts'

export interface Evaluation {
  framework: string
  tenants: { posture: string; users: number; processorMs: number }[]
}

const REPEATS = 10
const COLLECT_DEADLINE_MS = 60_000

/** Tenants whose reading ends by itself soon; the others differ in how they answer, not in what is judged. */
const POSTURES: readonly string[] = ['strong', 'typical', 'weak', 'partial', 'large']

/** Processor time of judging collected tenants by the framework with most requirements; no input or output. */
export async function measureEvaluation(folder: string): Promise<Evaluation> {
  const framework = FRAMEWORKS.reduce((most, each) =>
    each.requirements.length > most.requirements.length ? each : most,
  )
  const { cert, key, ca } = await localCertificate(folder, [])
  const client = { clientId: '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20', clientSecret: 'a secret of the bench' }
  const suite = await startSuite({ host: 'localhost', port: 0, cert, key, ...client })
  const source = { graphUrl: suite.url, loginUrl: suite.url, clientId: client.clientId, ca }
  const tenants = []
  try {
    for (const { posture, tenantId } of SAMPLE_TENANTS.filter((tenant) => POSTURES.includes(tenant.posture))) {
      const credential = { secret: client.clientSecret }
      const snapshot = await collectSnapshot({ ...source, credential }, { tenantId, deadlineMs: COLLECT_DEADLINE_MS })
      tenants.push({ posture, users: countUsers(snapshot), processorMs: judge(framework, snapshot) })
    }
  } finally {
    await suite.close()
  }
  return { framework: framework.id, tenants }
}

/** Every repeat starts from the snapshot, so that nothing is remembered from the one before. */
function judge(framework: Framework, snapshot: Snapshot): number {
  const once = (): unknown => evaluateFramework(framework, readTenant(snapshot), { target: framework.levels.max })
  once()
  const before = process.cpuUsage()
  for (let repeat = 0; repeat < REPEATS; repeat++) once()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REPEATS
}

const countUsers = ({ responses }: Snapshot): number => list(responses['GET /v1.0/users']?.value).length
