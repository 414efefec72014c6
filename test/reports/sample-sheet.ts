import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import type { AssessedPoint, Sheet, SheetInput } from '../../src/features/reports/quarterly/content/input.ts'
import { composeSheet } from '../../src/features/reports/quarterly/content/sheet.ts'
import { sampleResult } from './sample.ts'

/** A run that completed on a day. */
export const pointAt = (day: string, result: AssessmentResult): AssessedPoint => ({
  point: {
    runId: `run_${day}`,
    completedAt: `${day}T03:14:20.000Z`,
    score: result.score,
    scoreCeiling: result.scoreCeiling,
    coverage: result.coverage,
    maturityAchieved: result.maturityAchieved,
    findings: result.findings,
    target: result.target,
  },
  result,
})

/** The result with some of its requirements changed. */
export function changed(
  result: AssessmentResult,
  changes: Readonly<Record<string, Partial<RequirementResult>>>,
  more: Partial<AssessmentResult> = {},
): AssessmentResult {
  const requirements = result.requirements.map((row) => ({ ...row, ...changes[row.id] }))
  return { ...result, requirements, ...more }
}

/** A requirement that holds end. */
export function repaired(result: AssessmentResult, ...ids: readonly string[]): AssessmentResult {
  const requirements = result.requirements.map((row) => {
    if (!ids.includes(row.id)) return row
    const { severity: _, coverage: __, affected: ___, ...rest } = row
    return { ...rest, verdict: 'effective' as const }
  })
  return { ...result, requirements, score: Math.min(100, result.score + 3 * ids.length) }
}

/** The input of the sheet for the third quarter of 2026, in which two findings were fixed. */
export function sampleSheetInput(more: Partial<SheetInput> = {}): SheetInput {
  const before = sampleResult('mixed')
  const after = repaired(before, ...findingsIn(before).slice(0, 2))
  const [start, end] = [pointAt('2026-06-20', before), pointAt('2026-09-12', after)]
  return {
    customerName: 'Fabrikam Timber',
    partnerName: 'Northwind IT',
    times: {},
    quarter: '2026-Q3',
    until: '2026-10-01T00:00:00.000Z',
    isOver: true,
    today: '2026-10-05',
    courses: [{ productName: 'Essential Eight', start, end, points: [start.point, end.point], isCurrent: true }],
    repairs: [],
    ending: [],
    ...more,
  }
}

/** Ids of the findings of a result, in its order. */
export const findingsIn = ({ requirements }: AssessmentResult): string[] =>
  requirements.filter(({ severity }) => severity !== undefined).map(({ id }) => id)

/** The sheet of this input. */
export function sampleSheet(input: SheetInput = sampleSheetInput(), brand: Sheet['brand'] = {}): Sheet {
  const { customerName, partnerName, quarter, until } = input
  return { customerName, partnerName, brand, quarter, until, content: composeSheet(input) }
}
