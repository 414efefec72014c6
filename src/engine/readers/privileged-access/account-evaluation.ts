import type { CheckResult, Parameters } from '../../model/check.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { count, share, some } from '../results/sentences.ts'
import { verdictOf, worst } from '../results/verdict.ts'
import { type PrivilegedAccount, privilegedAccounts } from './accounts.ts'
import { presumedEmergency } from './emergency-accounts.ts'

export type AccountState = 'fine' | 'short' | 'unknown'

/** What is asked of every privileged account. */
export interface AccountDemand {
  expected: string
  /** Finishes the sentence "3 of 4 privileged accounts …". */
  predicate: string
  stateOf: (account: PrivilegedAccount) => AccountState
  /** Asks only about accounts that hold or may activate one of these roles, under a name of their own. */
  among?: { roles: ReadonlySet<string>; noun: string }
  /** Whether accounts that look like emergency access accounts are left out; see `presumedEmergency`. */
  sparesEmergency?: boolean
  /** Further readings that the answer rests on. */
  readings?: readonly Reading[]
  limitations?: readonly string[]
}

/**
 * Judges the privileged accounts by the thresholds. Administrators are few, so a single one that falls short keeps the
 * verdict from being effective whatever the share. What is unknown of some leaves the verdict open unless it changes
 * nothing, and a list of role holders that is not whole always does.
 */
export function evaluateAccounts(tenant: TenantReading, parameters: Parameters, demand: AccountDemand): CheckResult {
  const read = privilegedAccounts(tenant, parameters)
  if (!read.ok) return unknown(read, demand.expected)
  const emergency = demand.sparesEmergency ? presumedEmergency(tenant, parameters, read.accounts) : NOBODY
  const { roles, noun } = demand.among ?? { roles: undefined, noun: 'privileged account' }
  const accounts = read.accounts.filter(
    ({ id, holdings }) => !emergency.presumed.has(id) && (!roles || holdings.some(({ role }) => roles.has(role))),
  )
  const names: Record<AccountState, string[]> = { fine: [], short: [], unknown: [] }
  for (const account of accounts) {
    names[emergency.unsure.has(account.id) ? 'unknown' : demand.stateOf(account)].push(account.name)
  }
  const open = names.unknown.length + read.unresolved
  const coverage = { n: names.fine.length, of: accounts.length + read.unresolved }
  const verdictWith = (n: number): CheckResult['verdict'] => {
    const verdict = verdictOf({ n, of: coverage.of }, parameters.thresholds)
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
        ...emergency.limitations,
        ...(demand.limitations ?? []),
        ...read.limitations,
      ]),
    ],
  }
}

const NOBODY = { presumed: new Set<string>(), unsure: new Set<string>(), limitations: [] }
