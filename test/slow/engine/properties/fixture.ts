import { CHECKS } from '../../../../src/engine/checks/catalogue.ts'
import { dataset } from '../../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import { SCUBA_ENTRA } from '../../../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import { type Check, type CheckResult, DEFAULT_THRESHOLDS } from '../../../../src/engine/model/check.ts'
import type { Framework } from '../../../../src/engine/model/framework.ts'
import type { Answers } from '../../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../../src/engine/model/result.ts'
import type { Snapshot, SnapshotResponse } from '../../../../src/engine/model/snapshot.ts'
import type { Verdict } from '../../../../src/engine/model/verdict.ts'
import { type Fields, fields, list } from '../../../../src/shared/json.ts'
import { type GeneratedPosture, generateTenantIds } from '../../../../src/simulator/tenants/generated-tenants.ts'
import { generatedSnapshot } from '../../../engine/sample-snapshot.ts'

/** Generated tenants, most of them mixed, on which properties of all tenants are tested. */

const NOW = '2026-03-01T00:00:00Z'
const USERS = { min: 15, max: 40 }

export const FRAMEWORKS: readonly Framework[] = [ESSENTIAL_EIGHT, SCUBA_ENTRA, NIST_CSF]

/** Snapshots of generated tenants: this many mixed ones, and one of each other posture. */
export function generatedTenants(mixed: number): Snapshot[] {
  const others: readonly GeneratedPosture[] = ['strong', 'typical', 'weak', 'unlicensed']
  const ids = [
    ...others.flatMap((posture) => generateTenantIds({ tenants: 1, users: USERS, posture, seed: 21 })),
    ...generateTenantIds({ tenants: mixed, users: USERS, posture: 'mixed', seed: 22 }),
  ]
  return ids.map((id) => generatedSnapshot(id, NOW))
}

/** The result of every check, which is the same for all frameworks and answers. */
export type Results = ReadonlyMap<string, CheckResult>

export function evaluateChecks(snapshot: Snapshot): Results {
  const tenant = readTenant(snapshot)
  const parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: snapshot.collectedAt }
  return new Map([...CHECKS].map(([id, check]) => [id, check.evaluate(tenant, parameters)]))
}

export function assess(framework: Framework, snapshot: Snapshot, results: Results, answers?: Answers) {
  const checks = new Map<string, Check>(
    [...results].map(([id, result]) => [id, { id, version: 1, evaluate: () => result }]),
  )
  return evaluateFramework(framework, readTenant(snapshot), {
    target: framework.levels.max,
    checks,
    ...(answers && { answers }),
  })
}

const SCOPE = FRAMEWORKS.flatMap(({ questionnaire }) => questionnaire.scope.map(({ id }) => id))

/** The best answer to everything, scope included. */
export const BEST: Answers = {
  format: 'plumbline-answers/1',
  answers: Object.fromEntries([
    ...FRAMEWORKS.flatMap(({ requirements, scoring }) =>
      requirements.map(({ id }) => [id, { answer: scoring === 'maturity' ? (5 as const) : ('yes' as const) }] as const),
    ),
    ...SCOPE.map((id) => [id, { answer: 'yes' as const }] as const),
  ]),
}

const RANKS: Readonly<Partial<Record<Verdict, number>>> = {
  ineffective: 0,
  partial: 1,
  effective: 2,
  not_applicable: 2,
}

/** A known verdict as a number, the higher the better; undefined for an unknown one. */
export const rankOf = (verdict: Verdict): number | undefined => RANKS[verdict]

/** Rows of `after` that are better than in `before`, where an unknown row is worse than a passed one. */
export function betterRows(before: AssessmentResult, after: AssessmentResult): AssessmentResult['requirements'] {
  return after.requirements.filter((row, index) => {
    const was = before.requirements[index]
    if (!was) return true
    const [from, to] = [rankOf(was.verdict), rankOf(row.verdict)]
    const isPass = to === 2
    return (to !== undefined && from !== undefined && to > from) || (isPass && from === undefined)
  })
}

export const keyOf = (key: string, id?: string): string => snapshotKey(dataset(key), id)

export const rowsOf = ({ responses }: Snapshot, key: string): Fields[] => list(responses[key]?.value).map(fields)

/** The snapshot with other values in some responses. */
export function withValues(snapshot: Snapshot, values: Readonly<Record<string, unknown>>): Snapshot {
  const changed = Object.entries(values).map(([key, value]): [string, SnapshotResponse] => [
    key,
    { status: 200, collectedAt: NOW, value },
  ])
  return { ...snapshot, responses: { ...snapshot.responses, ...Object.fromEntries(changed) } }
}

/** The snapshot in which some responses were refused with a status. */
export function refusing(snapshot: Snapshot, refuses: (key: string) => boolean, status = 403): Snapshot {
  const refusal = { status, collectedAt: NOW, error: { code: 'Refused', message: 'refused' } }
  const responses = Object.entries(snapshot.responses).map(([key, response]): [string, SnapshotResponse] => [
    key,
    refuses(key) ? refusal : response,
  ])
  return { ...snapshot, responses: Object.fromEntries(responses) }
}
