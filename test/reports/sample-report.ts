import type { AssessmentResult } from '../../src/engine/model/result.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'

/** A report of an invented result, with overrides. */
export function sampleReport(result: AssessmentResult, changes: Partial<ReportInput> = {}): ReportInput {
  return {
    customerName: 'Fabrikam Timber',
    partnerName: 'Northwind IT',
    productName: 'Essential Eight',
    runId: 'run_01m7zb6f92ew9sper81fjd57z4',
    tenantId: '6f0e2a7c-3f1d-4b52-9a60-1c7a2b9e4d11',
    createdAt: '2026-05-08T03:10:44.000Z',
    completedAt: '2026-05-08T03:14:20.000Z',
    maturityTarget: 2,
    result,
    trend: [],
    brand: {},
    ...changes,
  }
}

/** Previous runs, and the difference to the last one. */
export function sampleHistory({ requirements, score }: AssessmentResult): Pick<ReportInput, 'trend' | 'difference'> {
  const trend = [20, 35, score].map((each, index) => ({
    runId: `run_${index}`,
    completedAt: `2026-0${index + 3}-08T03:14:20.000Z`,
    score: each,
    scoreCeiling: 90,
    coverage: 0.5,
    maturityAchieved: 0,
    findings: 12,
  }))
  const changes = requirements.slice(0, 3).map(({ id, group, statement }) => ({ id, group, statement }))
  const since = trend[1]
  if (!since) throw new Error('there is a previous run')
  return {
    trend,
    difference: {
      since,
      better: changes.slice(0, 1).map((row) => ({ ...row, before: 'ineffective', after: 'effective' })),
      worse: changes.slice(1, 2).map((row) => ({ ...row, before: 'effective', after: 'partial' })),
      otherwise: changes.slice(2).map((row) => ({ ...row, before: 'not_assessed', after: 'partial' })),
    },
  }
}
