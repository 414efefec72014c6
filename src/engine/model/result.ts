import type { CheckResult, Coverage } from './check.ts'
import type { Basis, EvidenceKind, EvidenceQuality, Proves } from './evidence-kind.ts'
import type { RecordedException } from './exception.ts'
import type { Mode } from './framework.ts'
import type { Answer, LevelAnswer } from './questionnaire.ts'
import type { Evidence } from './tenant-reading.ts'
import type { Severity, Verdict } from './verdict.ts'

export interface AssessmentResult {
  product: string
  framework: { id: string; version: string }
  /** The level that was evaluated: a target above the framework's top level becomes the top level. */
  target: number
  /** Integer 0 to 100. */
  score: number
  /** The score if every unknown turned out well. */
  scoreCeiling: number
  /** Known rows divided by rows in scope, 0 to 1. */
  coverage: number
  maturityAchieved: number
  findings: number
  critical: number
  high: number
  medium: number
  low: number
  /** How many known rows in scope have evidence of each quality; absent in results of earlier versions. */
  evidenceQuality?: Record<EvidenceQuality, number>
  /** Only if some were declared: their names, and the declarations that match no account of the tenant. */
  emergencyAccounts?: { setAside: string[]; notFound: string[] }
  /** Only if some required permissions were not granted: their names. An administrator of the tenant must consent again. */
  missingPermissions?: string[]
  groups: GroupResult[]
  requirements: RequirementResult[]
}

export interface GroupResult {
  id: string
  name: string
  /** Share of what the target asks, 0 to 100, not rounded. */
  score: number
  scoreCeiling: number
  maturityAchieved: number
  /** Rows in scope whose verdict is known. */
  settled: number
  inScope: number
}

/** One row of a result: a requirement under one group. */
export interface RequirementResult {
  id: string
  group: string
  category?: string
  statement: string
  levels: number[]
  mode: Mode
  verdict: Verdict
  /** What each of its checks found; absent if it has none, and in results of earlier versions. */
  checks?: RowCheck[]
  /** People's answer, if one counts; absent in results of earlier versions. */
  answer?: Answer | LevelAnswer
  /** What the verdict rests on; absent if no check reads it and nobody has answered. */
  basis?: Basis
  /** How good the evidence for the verdict is; absent if the verdict is unknown. */
  quality?: EvidenceQuality
  /** Its lowest possible level; only if the scoring is `maturity`, and absent if nothing is known of it. */
  level?: number
  /** Its highest possible level; only if a part of it is unknown. */
  levelAtBest?: number
  /** Only on rows that count as a finding at the target. */
  severity?: Severity
  /** The tenant's part falls short, and people have still to answer for the rest: until then it earns nothing. */
  awaitsAnswer?: true
  /** It failed or is partial, and the risk is accepted: it earns no extra points, and is not a finding. */
  accepted?: true
  /** What is or was recorded for it; their effect is in `verdict`, `accepted` and `observed`. */
  exceptions?: RecordedException[]
  observed: string
  expected: string
  remedy: string
  /** One plain sentence, if the tenant's reading overruled people's answer. */
  contradiction?: string
  /** The result of the readings alone, without answers; only if people answer a part of it, and if something was read. */
  shown?: Pick<RequirementResult, 'verdict' | 'level' | 'observed'> & {
    /** Time of the oldest reading; absent in results of earlier versions. */
    collectedAt?: string
  }
  /** What hints show, in one or more plain sentences; only while the row waits for an answer. It counts for nothing. */
  hint?: string
  coverage?: Coverage
  affected?: { items: string[]; total: number }
  limitations: string[]
  evidence: Evidence[]
}

/** What one check found for a row. */
export interface RowCheck {
  id: string
  verdict: CheckResult['verdict']
  kind: EvidenceKind
  proves: Proves
  /** How severe the row would be if this check alone fell short; only if it does, on rows that count at the target. */
  severity?: Severity
  /** What the tenant lacks for the check to see what it needs; only if it is unknown and a lack explains it. */
  lacks?: Lacks
}

/** Names of permissions, and of the products that a licence is for. */
export interface Lacks {
  permissions: string[]
  licences: string[]
}
