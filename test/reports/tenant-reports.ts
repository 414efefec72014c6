import { readFile } from 'node:fs/promises'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import type { Framework } from '../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { compareResults } from '../../src/features/reports/content/difference.ts'
import type { CombinedInput, ReportInput, RunPoint } from '../../src/features/reports/content/input.ts'
import { countKnown } from '../../src/features/reports/content/rules.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import { collectSamples } from '../engine/collected-samples.ts'
import { sampleReport } from './sample-report.ts'

const AT = '2026-06-17T12:00:00.000Z'

/** How the people of each tenant answered; `-` means that nobody answered. */
const TENANTS: readonly (readonly [name: string, posture: Posture, answered: 'badly' | 'in part' | 'well' | '-'])[] = [
  ['weak', 'weak', '-'],
  ['weak-answered', 'weak', 'badly'],
  ['typical', 'typical', '-'],
  ['typical-answered', 'typical', 'in part'],
  ['strong', 'strong', '-'],
  ['strong-answered', 'strong', 'well'],
  ['partial', 'partial', '-'],
]

/** A report of a sample tenant, with the name of its case: `weak`, or `weak-answered` if people answered the questions. */
export interface TenantReport {
  tenant: string
  framework: string
  report: ReportInput
}

/** Reports of sample tenants by every framework, as collected from the simulator; those with answers have earlier runs. */
export async function tenantReports(): Promise<TenantReport[]> {
  const postures = [...new Set(TENANTS.map(([, posture]) => posture))]
  const snapshots = await collectSamples(postures, AT)
  const reports: TenantReport[] = []
  for (const framework of FRAMEWORKS) {
    for (const [tenant, posture, answered] of TENANTS) {
      const snapshot = snapshots.get(posture)
      if (!snapshot) throw new Error(`there is no snapshot of ${posture}`)
      const bare = evaluate(framework, snapshot)
      const answers = answered === '-' ? undefined : await answersOf(framework, answered)
      const result = answers ? evaluate(framework, snapshot, answers) : bare
      const report = sampleReport(result, {
        customerName: SAMPLE_TENANTS.find((sample) => sample.posture === posture)?.name ?? posture,
        productName: framework.name,
        maturityTarget: framework.defaultTarget,
        tenantId: snapshot.tenantId,
        createdAt: '2026-06-17T11:58:12.000Z',
        completedAt: AT,
        trend: [pointOf(result, 6)],
        ...(answers && historyOf(bare, result)),
      })
      reports.push({ tenant, framework: framework.id, report })
    }
  }
  return reports
}

/** Reports about each tenant by all frameworks; the last tenant has not been assessed by one of them. */
export function combinedReports(reports: readonly TenantReport[]): { tenant: string; report: CombinedInput }[] {
  const tenants = [...Map.groupBy(reports, ({ tenant }) => tenant)]
  return tenants.map(([tenant, its], index) => {
    const all = its.map(({ report }) => report)
    const parts = index === tenants.length - 1 ? all.slice(0, -1) : all
    const missing = all.slice(parts.length).map(({ productName }) => productName)
    const { customerName = '', partnerName = '', brand = {} } = all[0] ?? {}
    return { tenant, report: { customerName, partnerName, brand, parts, missing, edition: 'owner' } }
  })
}

const evaluate = (framework: Framework, snapshot: Snapshot, answers?: Answers): AssessmentResult =>
  evaluateFramework(framework, readTenant(snapshot), { target: framework.defaultTarget, ...(answers && { answers }) })

/** Where two people answer, they take turns. */
const givenBy = (index: number) =>
  index % 2 === 0
    ? { answeredBy: 'Mia Chen', answeredAt: '2026-06-12T01:20:00.000Z' }
    : { answeredBy: 'Owen Hart', answeredAt: '2026-06-15T04:05:00.000Z' }

const FILES: Readonly<Record<string, string>> = {
  'essential-eight': 'docs/examples/strong-answers.json',
  'nist-csf': 'docs/examples/strong-answers-nist-csf.json',
}

async function answersOf(framework: Framework, answered: 'badly' | 'in part' | 'well'): Promise<Answers> {
  const file = FILES[framework.id]
  if (answered === 'well' && file !== undefined) {
    const { format, answers }: Answers = JSON.parse(await readFile(file, 'utf8'))
    const signed = Object.entries(answers).map(([id, given]) => [id, { ...given, ...givenBy(0) }] as const)
    return { format, answers: Object.fromEntries(signed) }
  }
  const cycle: Readonly<Record<typeof answered, readonly (readonly [Answer, LevelAnswer])[]>> = {
    badly: [['no', 1]],
    'in part': [
      ['yes', 3],
      ['partly', 2],
      ['no', 1],
      ['yes', 4],
    ],
    well: [['yes', 4]],
  }
  const questions = framework.questionnaire.sections.flatMap((section) => section.questions)
  const given = questions.map(({ id }, index) => {
    const pair = cycle[answered][index % cycle[answered].length]
    return [
      id,
      {
        answer: pair?.[framework.scoring === 'maturity' ? 1 : 0] ?? 'no',
        ...givenBy(answered === 'in part' ? index : 0),
      },
    ] as const
  })
  return { format: 'plumbline-answers/1', answers: Object.fromEntries(given) }
}

const pointOf = (result: AssessmentResult, month: number): RunPoint => ({
  runId: `run_${month}`,
  completedAt: `2026-0${month}-17T12:00:00.000Z`,
  score: result.score,
  scoreCeiling: result.scoreCeiling,
  coverage: result.coverage,
  maturityAchieved: result.maturityAchieved,
  findings: result.findings,
  target: result.target,
})

/**
 * Four earlier runs. The last of them is the run without answers, with which the current one is compared; in those before
 * it, less of the same tenant was known.
 */
function historyOf(before: AssessmentResult, now: AssessmentResult): Pick<ReportInput, 'trend' | 'difference'> {
  const { inScope, unknown } = countKnown(before)
  const earlier = [2, 3, 4].map((month): RunPoint => {
    const known = Math.round(((inScope - unknown) * month) / 5)
    const share = known / Math.max(1, inScope - unknown)
    return {
      ...pointOf(before, month),
      score: Math.floor(before.score * share),
      scoreCeiling: Math.ceil(100 - (100 - before.scoreCeiling) * share),
      coverage: known / inScope,
    }
  })
  const since = pointOf(before, 5)
  return { trend: [...earlier, since, pointOf(now, 6)], difference: { since, ...compareResults(before, now) } }
}
