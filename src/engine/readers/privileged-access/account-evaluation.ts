import type { CheckResult, Parameters } from '../../model/check.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { knownShare, some } from '../results/sentences.ts'
import { isUnknown, worst } from '../results/verdict.ts'
import { type PrivilegedAccounts, privilegedAccounts } from './accounts.ts'
import type { PrivilegedAccount } from './role-holders.ts'
import type { RoleHolding } from './role-holding.ts'
import { rolesOf } from './roles.ts'

export type AccountState = 'fine' | 'short' | 'unknown'

/** A demand on every privileged account. */
export interface AccountDemand {
  expected: string
  /** Completes the sentence "3 of 4 privileged accounts …". */
  predicate: string
  stateOf: (account: PrivilegedAccount) => AccountState
  /** Limits the demand to accounts that hold or may activate one of these roles; `noun` names these accounts. */
  among?: { roles: ReadonlySet<string>; noun: string }
  /** Further readings that the result depends on. */
  readings?: readonly Reading[]
  limitations?: readonly string[]
}

/** Names by state. */
type Tally = Record<AccountState, string[]>

/**
 * Evaluates the privileged accounts. No share is enough: a single account that falls short makes the result ineffective.
 * If no account certainly falls short, the verdict is `no_visibility` when an account is unknown, when one that falls short may be
 * for emergencies, or when the list of role holders is incomplete.
 */
export function evaluateAccounts(tenant: TenantReading, parameters: Parameters, demand: AccountDemand): CheckResult {
  const read = privilegedAccounts(tenant, parameters)
  if (!read.ok) return unknown(read, demand.expected)
  const sure = tallyOf(demand, read.accounts, ({ id }) => !read.unsure.has(id))
  const all = tallyOf(demand, read.accounts)
  const verdicts = [sure, all].map((tally) => verdictOfTally(tally, read))
  const verdict = verdicts[0] === verdicts[1] ? (verdicts[0] ?? 'no_visibility') : 'no_visibility'
  const doubtful = all.short.filter((name) => !sure.short.includes(name))
  const open = all.unknown.length + doubtful.length + read.unresolved
  const coverage = { n: all.fine.length, of: Object.values(all).flat().length + read.unresolved }
  const readings = [...read.missing, ...(open > 0 ? (demand.readings ?? []) : [])]
  const unread = readings.flatMap((reading) => (reading.ok ? [] : [reading.reason]))
  return {
    verdict,
    ...(!isUnknown(verdict) && { coverage }),
    observed: [
      coverage.of === 0
        ? 'No account was found to hold a directory role.'
        : `${knownShare(coverage, open, demand.among?.noun ?? 'privileged account', demand.predicate)}.`,
      ...(sure.short.length > 0 ? [`This is not the case for ${some(sure.short)}.`] : []),
      ...(open === coverage.of ? unread : []),
    ].join(' '),
    expected: demand.expected,
    ...affected(sure.short, open === 0 && read.missing.length === 0),
    evidence: [...read.evidence, ...evidenceOf(...(demand.readings ?? []))],
    limitations: [...new Set([...unread, ...(demand.limitations ?? []), ...read.limitations])],
  }
}

function tallyOf(
  { among, stateOf }: AccountDemand,
  accounts: readonly PrivilegedAccount[],
  isMeant: (account: PrivilegedAccount) => boolean = () => true,
): Tally {
  const isAmong = (holdings: readonly RoleHolding[]): boolean =>
    !among || holdings.some(({ role }) => among.roles.has(role))
  const tally: Tally = { fine: [], short: [], unknown: [] }
  for (const account of accounts) {
    if (isMeant(account) && isAmong(account.holdings)) tally[stateOf(account)].push(account.name)
  }
  return tally
}

function verdictOfTally(
  { fine, short, unknown: open }: Tally,
  { missing, unresolved }: PrivilegedAccounts,
): CheckResult['verdict'] {
  if (short.length > 0) return 'ineffective'
  if (missing.length > 0) return worst(...missing.map(({ verdict }) => verdict))
  return fine.length === 0 || open.length + unresolved > 0 ? 'no_visibility' : 'effective'
}

/** A limitation that names the applications that fall short, for a demand only on people's accounts. */
export function applicationsNotCounted(
  tenant: TenantReading,
  what: string,
  stateOf: (holdings: readonly RoleHolding[]) => AccountState,
): string[] {
  const names = [...rolesOf(tenant).applications.values()]
    .filter(({ holdings }) => stateOf(holdings) !== 'fine')
    .map(({ name }) => name)
  return names.length > 0 ? [`Applications ${what} and are not counted: ${some(names)}.`] : []
}

/** Whether somebody holds such a role permanently; unknown if each role that they hold may be time-limited. */
export function permanenceState(
  holdings: readonly RoleHolding[],
  isMeant: (holding: RoleHolding) => boolean = () => true,
): AccountState {
  const standing = holdings.filter((holding) => holding.standing && isMeant(holding))
  if (standing.length === 0) return 'fine'
  return standing.every(({ isDurationUnread }) => isDurationUnread) ? 'unknown' : 'short'
}
