import { CHECKS } from '../checks/catalogue.ts'
import { declaredEmergency } from '../checks/emergency-accounts.ts'
import { type Guard, guardCutTexts } from '../datasets/long-texts.ts'
import { type Check, type CheckResult, DEFAULT_THRESHOLDS, type Parameters } from '../model/check.ts'
import type { Exception } from '../model/exception.ts'
import type { Framework, Requirement, Scoring } from '../model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../model/questionnaire.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import type { Severity } from '../model/verdict.ts'
import { answerTo, isAnswer, isLevelAnswer } from './answers.ts'
import { boundRow, clip } from './bounds.ts'
import { combineChecks } from './combine.ts'
import { withExceptions } from './exceptions.ts'
import { isUnknown, type Outcome } from './outcome.ts'
import { scoreRows } from './score.ts'
import { settle } from './settle.ts'
import { settleLevel } from './settle-level.ts'
import { severityOf, severityOfGap } from './severity.ts'

export interface EvaluateOptions {
  /** A level; beyond the framework's levels it is judged at the nearest one. */
  target: number
  answers?: Answers
  /** All that is recorded for the customer and this framework; whether each counts is judged here. */
  exceptions?: readonly Exception[]
  /** By default the default thresholds, no emergency accounts, and the snapshot's own time. */
  parameters?: Partial<Parameters>
  checks?: ReadonlyMap<string, Check>
  /** Told once of each check that threw or does not exist; its rows come out as `no_visibility`. */
  onFault?: (checkId: string, error: unknown) => void
}

/**
 * Judges a tenant's snapshot and people's answers against a framework. Pure: the same input gives the same result.
 * Every row is judged, also those outside the target; only rows of the target score and count as findings.
 */
export function evaluateFramework(
  framework: Framework,
  tenant: TenantReading,
  options: EvaluateOptions,
): AssessmentResult {
  const target = Math.min(Math.max(options.target, framework.levels.min), framework.levels.max)
  const parameters: Parameters = {
    thresholds: DEFAULT_THRESHOLDS,
    breakGlass: [],
    now: tenant.snapshot.collectedAt,
    ...options.parameters,
  }
  const run = runOnce(tenant, parameters, options)
  const method = METHODS[framework.scoring]
  const given: Given = { framework, answers: options.answers, now: parameters.now, target }
  const exceptions = Map.groupBy(options.exceptions ?? [], (exception) => exception.requirement)
  const rows = framework.requirements.map((requirement) => {
    const settle = (results: readonly CheckResult[]): Outcome => method.settle(requirement, results, given)
    const recorded = exceptions.get(requirement.id) ?? []
    return { requirement, outcome: withExceptions(settle, requirement.checks.map(run), recorded, given) }
  })
  const settleAlone = (requirement: Requirement): Outcome | undefined => {
    if (requirement.mode !== 'partial') return undefined
    const alone = { ...requirement, mode: 'automatic' as const }
    return method.settle(alone, requirement.checks.map(run), { ...given, answers: undefined })
  }
  const emergencyAccounts = declaredEmergency(tenant, parameters)
  const requirements = rows.map(({ requirement, outcome }) => {
    const counts = requirement.levels.includes(target) && !outcome.accepted
    const severity = counts ? method.severity(requirement, outcome, target) : undefined
    return boundRow({ ...toResult(requirement, outcome, severity), ...shownBy(settleAlone(requirement)) })
  })
  return {
    product: framework.id,
    framework: { id: framework.id, version: framework.version },
    target,
    ...scoreRows(framework, rows, target),
    ...countFindings(requirements),
    ...(emergencyAccounts && { emergencyAccounts: clipNames(emergencyAccounts) }),
    requirements,
  }
}

const clipNames = ({ setAside, notFound }: NonNullable<AssessmentResult['emergencyAccounts']>) => ({
  setAside: setAside.map((name) => clip(name)),
  notFound: notFound.map((name) => clip(name)),
})

interface Given {
  framework: Framework
  answers: Answers | undefined
  now: string
  target: number
}

/** How a row is settled and what it means that it falls short, by the framework's scoring. */
interface Method {
  settle(requirement: Requirement, results: readonly CheckResult[], given: Given): Outcome
  severity(requirement: Requirement, outcome: Outcome, target: number): Severity | undefined
}

const METHODS: Readonly<Record<Scoring, Method>> = {
  'levels-reached': {
    settle: (requirement, results, given) =>
      settle(requirement, combineChecks(results), answerGiven(given, requirement, isAnswer)),
    severity: severityOf,
  },
  maturity: {
    settle: (requirement, results, given) =>
      settleLevel(requirement, results, answerGiven(given, requirement, isLevelAnswer), given.target),
    severity: (_, outcome, target) => severityOfGap(outcome, target),
  },
}

function answerGiven<Kind extends Answer | LevelAnswer>(
  { framework, answers, now }: Given,
  { id }: Requirement,
  isOfKind: (answer: unknown) => answer is Kind,
) {
  return answerTo(framework.questionnaire, answers, id, now, isOfKind)
}

/** Runs each check at most once, however many rows ask for it. */
function runOnce(tenant: TenantReading, parameters: Parameters, options: EvaluateOptions): (id: string) => CheckResult {
  const { checks = CHECKS, onFault } = options
  const results = new Map<string, CheckResult>()
  const guard = guardCutTexts(tenant, parameters)
  return (id) => {
    const known = results.get(id)
    if (known) return known
    const result = runCheck(id, checks.get(id), tenant, parameters, guard, onFault)
    results.set(id, result)
    return result
  }
}

function runCheck(
  id: string,
  check: Check | undefined,
  tenant: TenantReading,
  parameters: Parameters,
  guard: Guard | undefined,
  onFault: EvaluateOptions['onFault'],
): CheckResult {
  try {
    if (!check) throw new Error(`no check is called ${id}`)
    const result = check.evaluate(tenant, parameters)
    return guard ? guard(check, result) : result
  } catch (error) {
    onFault?.(id, error)
    return {
      verdict: 'no_visibility',
      observed: 'This could not be judged because of a fault in our own check.',
      expected: 'What the requirement says; the check could not tell more.',
      evidence: [],
      limitations: ['Our check failed on this tenant; nothing about the tenant follows from it.'],
    }
  }
}

function toResult(requirement: Requirement, outcome: Outcome, severity: Severity | undefined): RequirementResult {
  const { id, group, category, statement, levels, mode, remedy } = requirement
  const { verdict, accepted, exceptions, observed, expected, contradiction } = outcome
  const { coverage, affected, limitations, evidence } = outcome
  return {
    id,
    group,
    ...(category && { category }),
    statement,
    levels: [...levels],
    mode,
    verdict,
    ...levelOf(outcome),
    ...(severity && { severity }),
    ...(accepted && { accepted }),
    ...(exceptions && { exceptions }),
    observed,
    expected,
    remedy,
    ...(contradiction && { contradiction }),
    ...(coverage && { coverage }),
    ...(affected && { affected }),
    limitations,
    evidence,
  }
}

/** A row that nothing is known of has no level to show. */
function levelOf({ level }: Outcome): Pick<RequirementResult, 'level' | 'levelAtBest'> {
  if (!level || level.least === 0) return {}
  return { level: level.least, ...(level.most > level.least && { levelAtBest: level.most }) }
}

/** Only what was seen: neither an unknown nor what rests on no evidence. */
function shownBy(alone: Outcome | undefined): Pick<RequirementResult, 'shown'> {
  if (!alone || isUnknown(alone.verdict) || alone.evidence.length === 0) return {}
  const { verdict, level, observed } = alone
  return { shown: { verdict, ...(level && { level: level.least }), observed } }
}

type FindingCounts = Record<'findings' | Severity, number>

/** A requirement that stands in several groups is one finding. */
function countFindings(rows: readonly RequirementResult[]): FindingCounts {
  const severities = new Map<string, Severity>()
  for (const { id, severity } of rows) if (severity) severities.set(id, severity)
  const counts: FindingCounts = { findings: severities.size, critical: 0, high: 0, medium: 0, low: 0 }
  for (const severity of severities.values()) counts[severity]++
  return counts
}
