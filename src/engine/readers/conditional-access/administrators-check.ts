import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { registrationsOf } from '../identity/registrations.ts'
import { type PrivilegedAccounts, privilegedAccounts } from '../privileged-access/accounts.ts'
import type { PrivilegedAccount } from '../privileged-access/role-holders.ts'
import { mayBeSynchronisationAccount } from '../privileged-access/roles.ts'
import { verdictOfPeople } from '../results/people-verdict.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { knownShare, some } from '../results/sentences.ts'
import { isUnknown, worst } from '../results/verdict.ts'
import { basisOf } from './coverage.ts'
import { doubtsOf } from './doubts.ts'
import { explainOpen } from './explanations.ts'
import { type Gaps, gapsOf } from './gaps.ts'
import { type AccessDemand, policiesOf, securityDefaultsOf } from './policies.ts'
import { type PrivilegedCoverage, privilegedCoverage } from './privileged-coverage.ts'
import { ASKED_AT_TIMES } from './security-defaults.ts'

/** A demand on the sign-ins of administrators. */
export interface AdministratorsDemand {
  demand: AccessDemand
  expected: string
  /** Completes "3 of 4 privileged accounts …". */
  predicate: string
  /** Limits the demand to accounts that hold or may activate one of these roles; `noun` names these accounts. */
  among?: { roles: ReadonlySet<string>; noun: string }
  /** A second factor must be registered too; otherwise anybody with the password can register one. */
  mustBeRegistered?: true
}

/** The result, and the accounts that certainly fall short. */
export interface AdministratorsResult {
  result: CheckResult
  failing: readonly PrivilegedAccount[]
}

interface Sorted {
  covered: PrivilegedCoverage[]
  partly: PrivilegedCoverage[]
  unknown: PrivilegedCoverage[]
  uncovered: PrivilegedCoverage[]
  unregistered: PrivilegedCoverage[]
}

/** Evaluates every account that holds or may activate a role. A single one that falls short makes the result ineffective. */
export function checkAdministrators(
  tenant: TenantReading,
  parameters: Parameters,
  demanded: AdministratorsDemand,
): AdministratorsResult {
  const { expected, demand, among } = demanded
  const read = privilegedAccounts(tenant, parameters)
  const basis = basisOf(tenant, demand)
  if (!read.ok) return { result: unknown(read, expected), failing: [] }
  if (!basis.ok) return { result: unknown(basis.failed, expected), failing: [] }
  const sorted: Sorted = { covered: [], partly: [], unknown: [], uncovered: [], unregistered: [] }
  for (const account of read.accounts) {
    if (among && !account.holdings.some(({ role }) => among.roles.has(role))) continue
    const coverage = privilegedCoverage(tenant, parameters, { account, demand, basis })
    sorted[placeOf(tenant, coverage, demanded, read)].push(coverage)
  }
  const covered = sorted.covered.filter(({ byPolicy }) => byPolicy)
  const gaps = gapsOf(tenant, demand, covered)
  const failing = [...sorted.uncovered, ...sorted.unregistered].map(({ account }) => account)
  return { result: resultOf({ tenant, demanded, read, sorted, gaps }), failing }
}

function placeOf(
  tenant: TenantReading,
  { account, state }: PrivilegedCoverage,
  { mustBeRegistered }: AdministratorsDemand,
  { unsure }: PrivilegedAccounts,
): keyof Sorted {
  const { byUser } = registrationsOf(tenant)
  const registered = mustBeRegistered ? byUser.get(account.id)?.isMfaRegistered : true
  const isShort = state === 'uncovered' || registered === false
  if (isShort && (unsure.has(account.id) || mayBeSynchronisationAccount(tenant, account.id))) return 'unknown'
  if (state === 'uncovered') return 'uncovered'
  if (registered === false) return 'unregistered'
  return registered === undefined ? 'unknown' : state
}

interface Found {
  tenant: TenantReading
  demanded: AdministratorsDemand
  read: PrivilegedAccounts
  sorted: Sorted
  gaps: Gaps
}

function resultOf({ tenant, demanded, read, sorted, gaps }: Found): CheckResult {
  const { demand, expected, mustBeRegistered } = demanded
  const registrations = mustBeRegistered ? [registrationsOf(tenant).reading] : []
  const short = [...sorted.uncovered, ...sorted.unregistered]
  const open = sorted.unknown.length + read.unresolved
  const fine = sorted.covered.length + sorted.partly.length
  const coverage = { n: fine, of: fine + short.length + open }
  const missing = [...read.missing, ...registrations.flatMap((reading) => (reading.ok ? [] : [reading]))]
  const people = {
    covered: sorted.covered.length,
    partly: sorted.partly.length,
    unknown: open,
    uncovered: short.length,
    administratorUncovered: short.length > 0,
    administratorMaybe: open > 0,
    gap: gaps.objects.length > 0,
    gapMaybe: gaps.maybe > 0,
  }
  const isIncomplete = short.length === 0 && missing.length > 0
  const verdict = isIncomplete ? { verdict: worst(...missing.map((each) => each.verdict)) } : verdictOfPeople(people)
  // People who are asked only at times are neither covered nor uncovered, so they are not counted.
  const isCounted = sorted.partly.length === 0 && !isUnknown(verdict.verdict)
  const doubts = doubtsOf(
    tenant,
    demand,
    sorted.unknown.map(({ account }) => account),
  )
  return {
    ...verdict,
    ...(isCounted && { coverage }),
    observed: describe({ ...demanded, sorted, open, of: coverage.of }, [
      ...(open === coverage.of ? [...doubts, ...missing.map(({ reason }) => reason)] : []),
      ...explainOpen(tenant, demand, sorted.uncovered, namesOf(sorted.uncovered)),
      ...gaps.sentences,
    ]),
    expected,
    ...affected([...namesOf(short), ...gaps.objects], open + missing.length + gaps.maybe + sorted.partly.length === 0),
    evidence: [
      ...read.evidence,
      ...evidenceOf(policiesOf(tenant).reading, securityDefaultsOf(tenant).reading, ...registrations),
    ],
    limitations: [
      ...new Set([...doubts, ...missing.map((reading) => reading.reason), ...gaps.limitations, ...read.limitations]),
    ],
  }
}

interface Described extends AdministratorsDemand {
  sorted: Sorted
  /** How many could not be determined, of how many. */
  open: number
  of: number
}

function describe({ sorted, open, of, predicate, among }: Described, reasons: readonly string[]): string {
  const { covered, partly, unregistered, uncovered } = sorted
  const noun = among?.noun ?? 'privileged account'
  return [
    of === 0
      ? 'No account was found to hold such a role.'
      : `${knownShare({ n: covered.length, of }, open, noun, predicate)}.`,
    ...(partly.length > 0 ? [`${ASKED_AT_TIMES} This applies to ${some(namesOf(partly))}.`] : []),
    ...(uncovered.length > 0 ? [`Not covered: ${some(namesOf(uncovered))}.`] : []),
    ...(unregistered.length > 0 ? [`Nothing is registered for ${some(namesOf(unregistered))}.`] : []),
    ...reasons,
  ].join(' ')
}

const namesOf = (found: readonly PrivilegedCoverage[]): string[] => found.map(({ account }) => account.name)
