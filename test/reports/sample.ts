import { credit } from '../../src/engine/evaluation/score.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../src/engine/model/result.ts'
import type { Severity, Verdict } from '../../src/engine/model/verdict.ts'

/** Invented results for tests of reports. */

export type Posture = 'weak' | 'mixed' | 'strong'

const GROUPS = [
  ['patch-applications', 'Patch applications'],
  ['multi-factor-authentication', 'Multi-factor authentication'],
  ['regular-backups', 'Regular backups'],
] as const

const VERDICTS: Readonly<Record<Posture, readonly Verdict[]>> = {
  weak: ['ineffective', 'ineffective', 'partial', 'ineffective', 'no_visibility'],
  mixed: ['effective', 'partial', 'ineffective', 'not_assessed', 'not_licensed', 'alternate', 'not_applicable'],
  strong: ['effective', 'effective', 'alternate', 'not_applicable'],
}

const UNKNOWN: readonly Verdict[] = ['not_assessed', 'not_licensed', 'no_visibility']
const HOLDS: readonly Verdict[] = ['effective', 'alternate', 'not_applicable']

/** A result with `perGroup` requirements in each of three groups, at target 2; the last of each asks for level 3 only. */
export function sampleResult(posture: Posture, perGroup = 8): AssessmentResult {
  const requirements = GROUPS.flatMap(([id], at) =>
    Array.from({ length: perGroup }, (_, index) =>
      requirement(posture, id, at * perGroup + index, index === perGroup - 1),
    ),
  )
  const groups = GROUPS.map(([id, name]) => summarise(id, name, requirements))
  const asked = requirements.filter((row) => row.levels.includes(2))
  const count = (severity: Severity): number => asked.filter((row) => row.severity === severity).length
  const mean = (read: (group: GroupResult) => number): number =>
    Math.round(groups.reduce((sum, group) => sum + read(group), 0) / groups.length)
  return {
    product: 'essential-eight',
    framework: { id: 'essential-eight', version: '2023-11' },
    target: 2,
    score: mean((group) => group.score),
    scoreCeiling: mean((group) => group.scoreCeiling),
    coverage: asked.filter((row) => !UNKNOWN.includes(row.verdict)).length / asked.length,
    maturityAchieved: Math.min(...groups.map((group) => group.maturityAchieved)),
    findings: asked.filter((row) => row.severity).length,
    critical: count('critical'),
    high: count('high'),
    medium: count('medium'),
    low: count('low'),
    groups,
    requirements,
  }
}

function requirement(posture: Posture, group: string, index: number, beyond: boolean): RequirementResult {
  const verdicts = VERDICTS[posture]
  const verdict = verdicts[index % verdicts.length] ?? 'effective'
  const failed = verdict === 'ineffective' || verdict === 'partial'
  const severity = index % 2 === 0 ? 'high' : 'medium'
  return {
    id: `ISM-${1000 + index}`,
    group,
    statement: `Requirement number ${index} holds everywhere.`,
    levels: beyond ? [3] : index % 3 === 0 ? [2, 3] : [1, 2, 3],
    mode: 'automatic',
    verdict,
    ...(failed && !beyond && { severity }),
    observed: UNKNOWN.includes(verdict) ? 'The reading was refused.' : `Found state ${index}.`,
    expected: `Expected state ${index}.`,
    remedy: `Remedy number ${index}.`,
    ...(failed && { coverage: { n: verdict === 'partial' ? 90 : 20, of: 100 } }),
    ...(failed && { affected: { items: ['ada@fabrikam.example', 'bo@fabrikam.example'], total: 80 } }),
    limitations: index % 4 === 0 ? ['Servers are not seen.'] : [],
    evidence: UNKNOWN.includes(verdict)
      ? []
      : [{ dataset: 'GET /v1.0/users', pointer: `/${index}`, collectedAt: '2026-05-08T03:11:02Z' }],
  }
}

function summarise(id: string, name: string, requirements: readonly RequirementResult[]): GroupResult {
  const all = requirements.filter((row) => row.group === id)
  const asked = all.filter((row) => row.levels.includes(2))
  const applying = asked.filter((row) => row.verdict !== 'not_applicable')
  const earned = applying.reduce((sum, row) => sum + credit(row), 0)
  const unknown = asked.filter((row) => UNKNOWN.includes(row.verdict)).length
  const reached = (level: number): boolean =>
    all.filter((row) => row.levels.includes(level)).every((row) => HOLDS.includes(row.verdict))
  return {
    id,
    name,
    score: (100 * earned) / applying.length,
    scoreCeiling: (100 * (earned + unknown)) / applying.length,
    maturityAchieved: reached(2) ? 2 : reached(1) ? 1 : 0,
    settled: asked.length - unknown,
    inScope: asked.length,
  }
}
