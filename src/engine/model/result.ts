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
  /** The level that was evaluated; a higher target than the framework's top level counts as the top level. */
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
  /** The number of known rows in scope by quality of evidence; absent in results of earlier versions. */
  evidenceQuality?: Record<EvidenceQuality, number>
  /** Only if some were declared: the names of those excluded, and the declarations that match no account of the tenant. */
  emergencyAccounts?: { setAside: string[]; notFound: string[] }
  /** Only if some required permissions were not granted: their names. A tenant administrator must consent again. */
  missingPermissions?: string[]
  /**
   * Names of licences that remedies require and the tenant does not have; absent if it has all of them, if its licences could not
   * be read, and in results of earlier versions.
   */
  unlicensed?: string[]
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

/** One row of a result: a requirement in one group. */
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
  /** When and by whom it was given, as far as it is recorded: ISO 8601 UTC, and a name or an email address. */
  answeredAt?: string
  answeredBy?: string
  /** What the verdict is based on; absent if it has no checks and no answer. */
  basis?: Basis
  /** How good the evidence for the verdict is; absent if the verdict is unknown. */
  quality?: EvidenceQuality
  /** Its lowest possible level; only if the scoring is `maturity`, and absent if nothing is known of it. */
  level?: number
  /** Its highest possible level; only if a part of it is unknown. */
  levelAtBest?: number
  /** Only for rows that are a finding at the target. */
  severity?: Severity
  /** The tenant's part falls short, and people have yet to answer for the rest: until then the row earns nothing. */
  awaitsAnswer?: true
  /** It failed or is partial, and the risk is accepted: it earns no extra points but is not a finding. */
  accepted?: true
  /** Exceptions recorded for it, also expired ones; their effect is in `verdict`, `accepted` and `observed`. */
  exceptions?: RecordedException[]
  observed: string
  /**
   * What readings show in place, in one or more plain sentences; only if the row is partly in place and everything else that it
   * states falls short. Absent in results of earlier versions.
   */
  inPlace?: string
  /** The sentences of `observed` that invite people to answer; absent if it has none, and in results of earlier versions. */
  invites?: Invitation[]
  expected: string
  remedy: string
  /** One plain sentence, if the tenant's reading overruled people's answer. */
  contradiction?: string
  /** The two in words, if it did; absent in results of earlier versions, which have only the sentence. */
  overruling?: Overruling
  /** The result of the readings without answers; only if people answer a part of it and something was read. */
  shown?: Pick<RequirementResult, 'verdict' | 'level' | 'observed'> & {
    /** Time of the oldest reading; absent in results of earlier versions. */
    collectedAt?: string
  }
  /** What hints show, in one or more plain sentences; only beside an answer, or while the row waits for one. It never counts. */
  hint?: string
  coverage?: Coverage
  affected?: { items: string[]; total: number }
  limitations: string[]
  evidence: Evidence[]
}

/** What the tenant shows and what people answered, as in `not in place` or `level 2`, and `“yes”`. */
export interface Overruling {
  shown: string
  answer: string
}

/** Something other than what was read may meet a requirement, which people can say in their answer. */
export interface Invitation {
  /** What, as a subject: `another antivirus product`. */
  another: string
  /** The sentence. */
  text: string
}

/** What one check found for a row. */
export interface RowCheck {
  id: string
  verdict: CheckResult['verdict']
  kind: EvidenceKind
  proves: Proves
  /** How severe the row would be if only this check fell short; only if it does, in rows that the target asks for. */
  severity?: Severity
  /** What the tenant lacks for this check; only if the check is unknown and that is the reason. */
  lacks?: Lacks
  /** What it found, if it falls short or leaves the row open and others or people's answer decide it as well; absent in results of earlier versions. */
  found?: Pick<RequirementResult, 'observed' | 'affected' | 'coverage'>
}

/** Names of permissions and of licensed products. */
export interface Lacks {
  permissions: string[]
  licences: string[]
}
