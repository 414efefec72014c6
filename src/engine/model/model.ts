/**
 * The words of the assessment engine. Everything here is pure data: the engine reads a snapshot and gives a result,
 * and does no input or output of its own.
 */

/** What a requirement, or one check of it, came to. The last three are unknowns: never a pass, never a failure. */
export type Verdict =
  | 'effective'
  | 'partial'
  | 'ineffective'
  /** A recorded compensating control stands in for the requirement. */
  | 'alternate'
  | 'not_applicable'
  /** The tenant lacks the licence that would let this be read. */
  | 'not_licensed'
  /** The reading failed: permission not granted, throttled to the end, or a fault of ours. */
  | 'no_visibility'
  /** Nobody has looked yet: no check exists or the question is unanswered. */
  | 'not_assessed'

export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** Who can settle a requirement: the tenant's configuration, people, or both together. */
export type Mode = 'automatic' | 'partial' | 'questionnaire'

/** One answer of the tenant's API. `value` is there only for a 2xx; `status` 0 means that no answer came at all. */
export interface SnapshotResponse {
  status: number
  collectedAt: string
  value?: unknown
  /** How many texts in `value` were too long and were cut; absent where none was. */
  truncated?: number
  error?: { code: string; message: string }
}

/** What the tenant's API answered, nothing derived. Keys are method and path without query, as in `GET /v1.0/users`. */
export interface Snapshot {
  format: 'plumbline-snapshot/1'
  tenantId: string
  collectedAt: string
  /** Application permissions that were granted; absent in snapshots of earlier versions. */
  permissions?: string[]
  responses: Record<string, SnapshotResponse>
}

export interface Coverage {
  n: number
  of: number
}

/** Where a verdict was read from: a snapshot key and a JSON pointer into its value. */
export interface Evidence {
  dataset: string
  pointer: string
  collectedAt: string
}

/** The published list of what alone makes a finding critical. */
export type CriticalReason =
  | 'privileged-user-without-mfa'
  | 'legacy-authentication-open'
  | 'unsupported-operating-system'
  | 'exploited-vulnerability-over-14-days'
  | 'standing-global-admin-without-phishing-resistant-mfa'

export interface CheckResult {
  verdict: Exclude<Verdict, 'alternate' | 'not_assessed'>
  /** n of N users, devices or settings; left out where counting makes no sense. */
  coverage?: Coverage
  /** One plain sentence: what was found. */
  observed: string
  /** One plain sentence: what would be effective. */
  expected: string
  /** Names of what fails, the first 100, with the total. */
  affected?: { items: string[]; total: number }
  /** Set where nothing but what `affected` names keeps it from being effective: exceptions for all of it cover it. */
  allNamed?: boolean
  evidence: Evidence[]
  /** What this reading cannot see, each a plain sentence. */
  limitations: string[]
  critical?: CriticalReason
}

export interface Thresholds {
  /** Share from which a control counts as effective, 0 to 1. */
  effectiveFrom: number
  /** Share from which a control counts as partial, 0 to 1. */
  partialFrom: number
}

export interface Parameters {
  thresholds: Thresholds
  /** Object ids or user principal names of declared emergency access accounts: set aside, visibly. */
  breakGlass: string[]
  /** The moment of judgement, ISO 8601 UTC: the snapshot's own time, so that an old snapshot judges the same. */
  now: string
}

export const DEFAULT_THRESHOLDS: Thresholds = { effectiveFrom: 0.98, partialFrom: 0.8 }

/** A pure test of one subject, shared by all frameworks. `id` is kebab-case, as in `mfa-all-users`. */
export interface Check {
  id: string
  version: number
  evaluate(tenant: TenantReading, parameters: Parameters): CheckResult
}

export interface Requirement {
  /** As its source writes it: `ISM-1504`. */
  id: string
  group: string
  /** Name of the part of its group, where the framework divides groups further. */
  category?: string
  /** What is required, in our own words. */
  statement: string
  /** The levels it belongs to; a set, for a requirement may leave again at a higher level. */
  levels: readonly number[]
  mode: Mode
  /** Ids of checks; all of them must hold, or, where the scoring is `maturity`, each shows a part. */
  checks: readonly string[]
  /** What raises the severity by one step. */
  raisedBy?: 'privileged-accounts' | 'internet-exposure' | 'exploited-vulnerabilities'
  weight: number
  /** What to do about it, in one or two plain sentences for the administrator. */
  remedy: string
}

export interface Group {
  id: string
  name: string
}

/** What people are asked about one requirement; its answer carries the same id. */
export interface Question {
  /** Id of the requirement that it settles, or the part of it that a tenant cannot show. */
  id: string
  /** To the person who answers, in plain words, as in `Can you restore …?`. */
  text: string
  /** What counts as yes, where to look, and what would show it. */
  help: string
}

/** Asked first: where people have none of it, the requirements about it do not apply. */
export interface ScopeQuestion {
  /** Begins with `scope-`, as in `scope-servers`. */
  id: string
  text: string
  help: string
  /** Ids of the requirements that do not apply where the answer is no. */
  covers: readonly string[]
}

/** What people are asked for a framework: what concerns them at all, then subject by subject. */
export interface Questionnaire {
  scope: readonly ScopeQuestion[]
  sections: readonly { id: string; title: string; questions: readonly Question[] }[]
}

/**
 * How a framework is scored. `levels-reached`: a requirement holds or not, and a level is reached when all of its
 * requirements hold. `maturity`: each requirement has a level of its own, held against the target.
 */
export type Scoring = 'levels-reached' | 'maturity'

export interface Framework {
  id: string
  name: string
  version: string
  category: string
  /** Whole minutes. */
  estimatedDuration: number
  scoring: Scoring
  levels: { min: number; max: number }
  /** What each level says of a requirement, the lowest first; where the scoring is `maturity`. */
  levelMeanings?: readonly string[]
  defaultTarget: number
  groups: readonly Group[]
  requirements: readonly Requirement[]
  /** One question for every requirement that machines cannot settle alone. */
  questionnaire: Questionnaire
}

export type Answer = 'yes' | 'partly' | 'no' | 'not_applicable'

/** The answer where the framework's scoring is `maturity`: the level that people put a requirement at. */
export type LevelAnswer = 1 | 2 | 3 | 4 | 5 | 'not_applicable'

/** The answer to a scope question. */
export type ScopeAnswer = Extract<Answer, 'yes' | 'no'>

/** What people said, by id of the requirement or of the scope question. */
export interface Answers {
  format: 'plumbline-answers/1'
  answers: Record<string, { answer: Answer | LevelAnswer; note?: string; answeredAt?: string }>
}

/** What an organisation decided about a requirement that does not hold: to live with it, or to do something else. */
export interface Exception {
  id: string
  kind: 'accepted-risk' | 'compensating-control'
  /** Id of the requirement. */
  requirement: string
  /** One affected object, as in `affected.items` or without the brackets there; without one, the whole requirement. */
  object?: string
  reason: string
  approver: string
  /** ISO 8601 UTC; it counts from here until `expiresAt`. */
  approvedAt: string
  expiresAt: string
}

/** An exception as a row of a result tells it. */
export type RecordedException = Omit<Exception, 'id' | 'requirement'> & { expired?: true }

/** One row of a result: a requirement under one group. */
export interface RequirementResult {
  id: string
  group: string
  category?: string
  statement: string
  levels: number[]
  mode: Mode
  verdict: Verdict
  /** The level it has at the least; only where the scoring is `maturity`, and left out where nothing is known of it. */
  level?: number
  /** The level it has at best; only where a part of it is unknown. */
  levelAtBest?: number
  /** Only on rows that count as a finding at the target. */
  severity?: Severity
  /** It failed or is partial, and that is an accepted risk: it earns no more for it, and is no finding. */
  accepted?: true
  /** What is or was recorded for it; what came of that stands in `verdict`, `accepted` and `observed`. */
  exceptions?: RecordedException[]
  observed: string
  expected: string
  remedy: string
  /** One plain sentence, where the tenant's reading overruled what people answered. */
  contradiction?: string
  /** What the readings alone came to, whatever people answered; only where people must tell the rest, and if known. */
  shown?: Pick<RequirementResult, 'verdict' | 'level' | 'observed'>
  coverage?: Coverage
  affected?: { items: string[]; total: number }
  limitations: string[]
  evidence: Evidence[]
}

export interface GroupResult {
  id: string
  name: string
  /** Share of what the target asks, 0 to 100, not rounded. */
  score: number
  scoreCeiling: number
  maturityAchieved: number
  settled: number
  inScope: number
}

export interface AssessmentResult {
  product: string
  framework: { id: string; version: string }
  /** The target as judged: a target above the framework's top level is judged at the top level. */
  target: number
  /** Integer 0 to 100. */
  score: number
  scoreCeiling: number
  /** Settled rows divided by rows in scope, 0 to 1. */
  coverage: number
  maturityAchieved: number
  findings: number
  critical: number
  high: number
  medium: number
  low: number
  /** Only where some were declared: their names, and the declarations for which the tenant has no account. */
  emergencyAccounts?: { setAside: string[]; notFound: string[] }
  groups: GroupResult[]
  requirements: RequirementResult[]
}

/** A snapshot with typed access; built by `readTenant` in `reading.ts`. */
export interface TenantReading {
  snapshot: Snapshot
  /** The entry under this key, or why there is nothing to judge. */
  read(key: string): Reading
  /** True, false, or undefined where the licences themselves could not be read. */
  hasServicePlan(names: readonly string[]): boolean | undefined
}

export type Reading =
  | { ok: true; key: string; value: unknown; evidence: Evidence }
  | { ok: false; key: string; verdict: 'no_visibility' | 'not_licensed'; reason: string }
