import type { CheckResult, Parameters } from '../../model/check.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { count, share, some } from '../results/sentences.ts'
import { verdictOf, worst } from '../results/verdict.ts'
import { privilegedAccounts } from './accounts.ts'
import type { PrivilegedAccount } from './role-holders.ts'
import { type RoleHolding, rolesOf } from './roles.ts'

export type AccountState = 'fine' | 'short' | 'unknown'

/** A demand on every privileged account. */
export interface AccountDemand {
  expected: string
  /** Completes the sentence "3 of 4 privileged accounts …". */
  predicate: string
  stateOf: (account: PrivilegedAccount) => AccountState
  /** Limits the demand to accounts that hold or may activate one of these roles; `noun` is what they are called. */
  among?: { roles: ReadonlySet<string>; noun: string }
  /** Set if applications are held to it as well, by the roles that they hold. */
  applicationState?: (holdings: readonly RoleHolding[]) => AccountState
  /** A single account that falls short makes it ineffective, whatever the share. */
  isStrict?: boolean
  /** Further readings that the result depends on. */
  readings?: readonly Reading[]
  limitations?: readonly string[]
}

/**
 * Evaluates the privileged accounts by the thresholds. Administrators are few, so a single failing one keeps the
 * verdict from being effective, whatever the share. Unknown accounts mean no visibility unless they cannot change the
 * verdict; an incomplete list of role holders always does.
 */
export function evaluateAccounts(tenant: TenantReading, parameters: Parameters, demand: AccountDemand): CheckResult {
  const read = privilegedAccounts(tenant, parameters)
  if (!read.ok) return unknown(read, demand.expected)
  const { roles, noun } = demand.among ?? { roles: undefined, noun: 'privileged account' }
  const isAmong = (holdings: readonly RoleHolding[]): boolean => !roles || holdings.some(({ role }) => roles.has(role))
  const names: Record<AccountState, string[]> = { fine: [], short: [], unknown: [] }
  for (const account of read.accounts.filter(({ holdings }) => isAmong(holdings))) {
    const state = demand.stateOf(account)
    names[state === 'short' && read.unsure.has(account.id) ? 'unknown' : state].push(account.name)
  }
  const applications = demand.applicationState ? [...rolesOf(tenant).applications.values()] : []
  for (const { name, holdings } of applications.filter((application) => isAmong(application.holdings))) {
    names[demand.applicationState?.(holdings) ?? 'fine'].push(`${name} (application)`)
  }
  const open = names.unknown.length + read.unresolved
  const coverage = { n: names.fine.length, of: Object.values(names).flat().length + read.unresolved }
  const verdictWith = (n: number): CheckResult['verdict'] => {
    const verdict = verdictOf({ n, of: coverage.of }, parameters.thresholds)
    if (demand.isStrict && coverage.of > 0 && n < coverage.of) return 'ineffective'
    return verdict === 'effective' && n < coverage.of ? 'partial' : verdict
  }
  const [low, high] = [verdictWith(coverage.n), verdictWith(coverage.n + open)]
  const verdict = read.missing.length > 0 ? worst(...read.missing.map((reading) => reading.verdict)) : low
  return {
    verdict: read.missing.length === 0 && low !== high ? 'no_visibility' : verdict,
    coverage,
    observed: [
      coverage.of === 0
        ? 'No account was found to hold a directory role.'
        : `${share(coverage, noun)} ${demand.predicate}.`,
      ...(names.short.length > 0 ? [`Not so: ${some(names.short)}.`] : []),
      ...(open > 0 ? [`For ${count(open, 'account')} it could not be told.`] : []),
    ].join(' '),
    expected: demand.expected,
    ...affected(names.short, open === 0 && read.missing.length === 0),
    evidence: [...read.evidence, ...evidenceOf(...(demand.readings ?? []))],
    limitations: [
      ...new Set([
        ...read.missing.map((reading) => reading.reason),
        ...(open > 0 ? (demand.readings ?? []).flatMap((reading) => (reading.ok ? [] : [reading.reason])) : []),
        ...(demand.limitations ?? []),
        ...read.limitations,
      ]),
    ],
  }
}
