import { CHECKS } from '../checks/catalogue.ts'
import { noteGoneGroups } from '../datasets/gone-groups.ts'
import { guardCutTexts } from '../datasets/long-texts.ts'
import { type Check, type CheckResult, DEFAULT_THRESHOLDS, type Parameters } from '../model/check.ts'
import type { EvidenceQuality } from '../model/evidence-kind.ts'
import type { Exception } from '../model/exception.ts'
import type { Framework, Requirement, Scoring } from '../model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../model/questionnaire.ts'
import type { AssessmentResult, Lacks, RequirementResult } from '../model/result.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import type { Severity } from '../model/verdict.ts'
import { declaredEmergency } from '../readers/privileged-access/emergency-accounts.ts'
import { findLacks, findUnlicensed } from '../visibility/lacks.ts'
import { findMissingPermissions } from '../visibility/needed-permissions.ts'
import { visibilityOf } from '../visibility/visibility.ts'
import { invitationsIn } from './answer-notes.ts'
import { type CurrentAnswer, findAnswer, isAnswer, isLevelAnswer } from './answers.ts'
import { boundRow, clip } from './bounds.ts'
import { joinSentences } from './combine.ts'
import { kindOf, oldestOf, type Reading, sortReadings } from './evidence.ts'
import { withExceptions } from './exceptions.ts'
import { type Outcome, toResult } from './outcome.ts'
import { resolveLevel } from './resolve-level.ts'
import { resolveVerdict } from './resolve-verdict.ts'
import { checksOf, inPlaceOf } from './row-checks.ts'
import { scoreRows } from './score.ts'
import { severityOf, severityOfCause, severityOfGap } from './severity.ts'
import { isUnknown } from './unknowns.ts'

export interface EvaluateOptions {
  /** A level outside the framework's range becomes the nearest one within it. */
  target: number
  answers?: Answers
  /** All exceptions recorded for the customer and this framework, including expired ones. */
  exceptions?: readonly Exception[]
  /** By default the default thresholds, no emergency accounts, and the time of the snapshot. */
  parameters?: Partial<Parameters>
  checks?: ReadonlyMap<string, Check>
  /** Called once for each check that throws or does not exist; its rows become `no_visibility`. */
  onFault?: (checkId: string, error: unknown) => void
}

/**
 * Evaluates a tenant's snapshot and people's answers against a framework. Pure: the same input gives the same result.
 * Every row is evaluated, including those outside the target; only rows of the target score and count as findings.
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
  const context: Context = { framework, answers: options.answers, now: parameters.now, target }
  const exceptions = Map.groupBy(options.exceptions ?? [], (exception) => exception.requirement)
  const visibility = visibilityOf(tenant.snapshot)
  const lacksOf = (check: string): Lacks | undefined => visibility && findLacks(check, visibility)
  const rows = framework.requirements.map((requirement) => {
    const resolve = (readings: readonly Reading[]): Outcome => method.resolve(requirement, readings, context)
    const recorded = exceptions.get(requirement.id) ?? []
    const answer = method.answer(requirement, context)
    const readings = readingsOf(requirement, run, answer.answer !== undefined)
    const outcome = withExceptions(resolve, readings, recorded, context)
    const shown = {
      ...checksOf(requirement, readings, {
        lacksOf,
        severityOf: (reading) => severityOfCause(framework.scoring, requirement, reading, target),
        isAnswered: answer.answer !== undefined,
        isExcepted: outcome.exceptions?.some(({ expired }) => !expired) ?? false,
      }),
      ...answer,
      ...shownOf(method, requirement, { readings, outcome, context }),
      ...hintOf(readings, outcome, answer.answer !== undefined),
      ...invitationsIn(outcome.observed, readings),
      ...inPlaceOf(readings, outcome),
    }
    return { requirement, outcome, shown }
  })
  const emergencyAccounts = declaredEmergency(tenant, parameters)
  const unlicensed = visibility ? findUnlicensed(visibility) : []
  const missingPermissions = findMissingPermissions(tenant.snapshot.permissions)
  const requirements = rows.map(({ requirement, outcome, shown }) => {
    const counts = requirement.levels.includes(target) && !outcome.accepted
    const severity = counts ? method.severity(requirement, outcome, target) : undefined
    return boundRow({ ...toResult(requirement, outcome, severity), ...shown })
  })
  return {
    product: framework.id,
    framework: { id: framework.id, version: framework.version },
    target,
    ...scoreRows(framework, rows, target),
    ...countFindings(requirements),
    evidenceQuality: countQualities(requirements.filter(({ levels }) => levels.includes(target))),
    ...(emergencyAccounts && { emergencyAccounts: clipNames(emergencyAccounts) }),
    ...(missingPermissions.length > 0 && { missingPermissions }),
    ...(unlicensed.length > 0 && { unlicensed }),
    requirements,
  }
}

const clipNames = ({ setAside, notFound }: NonNullable<AssessmentResult['emergencyAccounts']>) => ({
  setAside: setAside.map((name) => clip(name)),
  notFound: notFound.map((name) => clip(name)),
})

interface Context {
  framework: Framework
  answers: Answers | undefined
  now: string
  target: number
}

/** How a row is resolved and how severe its shortfall is; depends on the framework's scoring. */
interface Method {
  resolve(requirement: Requirement, readings: readonly Reading[], context: Context): Outcome
  answer(requirement: Requirement, context: Context): GivenAnswer
  severity(requirement: Requirement, outcome: Outcome, target: number): Severity | undefined
}

const METHODS: Readonly<Record<Scoring, Method>> = {
  'levels-reached': {
    resolve: (requirement, readings, context) =>
      resolveVerdict(requirement, sortReadings(readings), currentAnswer(context, requirement, isAnswer)),
    answer: (requirement, context) => countedOf(currentAnswer(context, requirement, isAnswer)),
    severity: severityOf,
  },
  maturity: {
    resolve: (requirement, readings, context) => {
      const answer = currentAnswer(context, requirement, isLevelAnswer)
      return resolveLevel(requirement, sortReadings(readings), answer, context.target)
    },
    answer: (requirement, context) => countedOf(currentAnswer(context, requirement, isLevelAnswer)),
    severity: (_, outcome, target) => severityOfGap(outcome, target),
  },
}

type GivenAnswer = Pick<RequirementResult, 'answer' | 'answeredAt' | 'answeredBy'>

function countedOf(current: CurrentAnswer<Answer | LevelAnswer> | undefined): GivenAnswer {
  if (!current?.counts) return {}
  const { answer, answeredAt, answeredBy } = current
  return {
    answer,
    ...(answeredAt !== undefined && { answeredAt }),
    ...(answeredBy !== undefined && { answeredBy: clip(answeredBy) }),
  }
}

function currentAnswer<A extends Answer | LevelAnswer>(
  { framework, answers, now }: Context,
  { id }: Requirement,
  isOfType: (answer: unknown) => answer is A,
) {
  return findAnswer(framework.questionnaire, answers, id, now, isOfType)
}

/** Runs each check at most once, even if several rows need it. */
function runOnce(tenant: TenantReading, parameters: Parameters, options: EvaluateOptions): (id: string) => CheckResult {
  const { checks = CHECKS, onFault } = options
  const results = new Map<string, CheckResult>()
  const guard = guardCutTexts(tenant, parameters)
  const run = (id: string): CheckResult => {
    try {
      const check = checks.get(id)
      if (!check) throw new Error(`unknown check: ${id}`)
      const result = counted(check, noteGoneGroups(tenant, check.evaluate(tenant, parameters)))
      return guard ? guard(check, result) : result
    } catch (error) {
      onFault?.(id, error)
      return FAULTY
    }
  }
  return (id) => {
    const result = results.get(id) ?? run(id)
    results.set(id, result)
    return result
  }
}

/** With what its numbers count. Where the verdict is unknown, none of N would look as if it had been counted. */
function counted({ counts }: Check, result: CheckResult): CheckResult {
  const { coverage, ...uncounted } = result
  if (!coverage || (coverage.n === 0 && isUnknown(result.verdict))) return uncounted
  return counts && !coverage.percent ? { ...result, coverage: { ...coverage, counts } } : result
}

/** The result of a check that throws. */
const FAULTY: CheckResult = {
  verdict: 'no_visibility',
  observed: 'This could not be evaluated because of an error in our check.',
  expected: 'What the requirement says.',
  evidence: [],
  limitations: ['Our check failed on this tenant; this says nothing about the tenant’s settings.'],
}

function readingsOf({ checks }: Requirement, run: (id: string) => CheckResult, isAnswered: boolean): Reading[] {
  return checks.map(({ check, proves }) => {
    const result = run(check)
    const { observed, invites } = result
    const isInviting = invites !== undefined && proves !== 'hint' && !isAnswered
    return { ...result, proves, ...(isInviting && { observed: `${observed} ${invites}` }) }
  })
}

/**
 * What the tenant shows of a row that people answer completely or in part: the readings that decide or, if there are none,
 * the hints.
 */
function shownOf(
  method: Method,
  requirement: Requirement,
  { readings, outcome, context }: { readings: readonly Reading[]; outcome: Outcome; context: Context },
): Pick<RequirementResult, 'shown'> {
  const isAnswered = requirement.mode !== 'automatic' || outcome.basis === 'reported' || outcome.basis === 'absent'
  if (!isAnswered || readings.length === 0) return {}
  const { decisive, hints } = sortReadings(readings)
  const asProof = (decisive.length > 0 ? decisive : hints).map((reading) => ({ ...reading, proves: 'proof' as const }))
  const alone = method.resolve({ ...requirement, mode: 'automatic' }, asProof, { ...context, answers: undefined })
  const isShown = !isUnknown(alone.verdict) || alone.basis === 'absent' || alone.level?.known !== undefined
  if (!isShown || alone.evidence.length === 0) return {}
  const observed = [alone, ...(decisive.length > 0 ? hints.filter((hint) => kindOf(hint) !== 'blind') : [])]
  const { verdict, level } = alone
  const collectedAt = oldestOf(alone.evidence)
  return {
    shown: {
      verdict,
      ...(level?.min && { level: level.min }),
      observed: joinSentences(observed.map((one) => one.observed)),
      ...(collectedAt && { collectedAt }),
    },
  }
}

/** What the hints show while a row waits for an answer, and beside the answer. They help people to answer, and decide nothing. */
function hintOf(readings: readonly Reading[], outcome: Outcome, isAnswered: boolean): Pick<RequirementResult, 'hint'> {
  const waits = isAnswered || isUnknown(outcome.verdict) || outcome.awaitsAnswer === true
  const shown = sortReadings(readings).hints.filter((hint) => kindOf(hint) !== 'blind' && hint.evidence.length > 0)
  if (!waits || shown.length === 0) return {}
  return { hint: joinSentences(shown.map(({ observed }) => observed)) }
}

type FindingCounts = Record<'findings' | Severity, number>

/** A requirement that belongs to several groups is one finding. */
function countFindings(rows: readonly RequirementResult[]): FindingCounts {
  const severities = new Map<string, Severity>()
  for (const { id, severity } of rows) if (severity) severities.set(id, severity)
  const counts: FindingCounts = { findings: severities.size, critical: 0, high: 0, medium: 0, low: 0 }
  for (const severity of severities.values()) counts[severity]++
  return counts
}

function countQualities(rows: readonly RequirementResult[]): Record<EvidenceQuality, number> {
  const counts: Record<EvidenceQuality, number> = { good: 0, fair: 0, poor: 0 }
  for (const { quality } of rows) if (quality) counts[quality]++
  return counts
}
