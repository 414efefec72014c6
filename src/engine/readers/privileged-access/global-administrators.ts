import type { CheckResult, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { worst } from '../results/verdict.ts'
import { privilegedAccounts } from './accounts.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { GLOBAL_ADMINISTRATOR } from './roles.ts'

interface Administrators {
  ok: true
  /** Names of enabled accounts that hold Global Administrator or may activate it. */
  globals: string[]
  /** Names of enabled accounts that hold or may activate other highly privileged roles, and not that one. */
  others: string[]
  missing: readonly Failed[]
  /** Role holders that are not among the users, of whatever role. */
  unresolved: number
  evidence: Evidence[]
  limitations: string[]
}

/** Emergency access accounts count too, declared or not: the baseline leaves room for them in its numbers. */
export function administratorsOf(tenant: TenantReading, parameters: Parameters): Administrators | Failed {
  const read = privilegedAccounts(tenant, { ...parameters, breakGlass: [] })
  if (!read.ok) return read
  const holders = read.accounts.filter(({ holdings }) => holdings.some(({ role }) => HIGHLY_PRIVILEGED.has(role)))
  const parts = Object.groupBy(holders, ({ holdings }) =>
    holdings.some(({ role }) => role === GLOBAL_ADMINISTRATOR) ? 'globals' : 'others',
  )
  return {
    ok: true,
    globals: (parts.globals ?? []).map(({ name }) => name),
    others: (parts.others ?? []).map(({ name }) => name),
    missing: read.missing,
    unresolved: read.unresolved,
    evidence: read.evidence,
    limitations: [
      ...new Set(read.missing.map(({ reason }) => reason)),
      'Disabled accounts are not counted, emergency access accounts are.',
      'Who may join a group that holds a role, without being in it now, is not read.',
      ...read.limitations,
    ],
  }
}

/** How many more there may be of either kind than were found. */
export const unreadOf = ({ missing, unresolved }: Administrators): number =>
  missing.length > 0 ? Number.POSITIVE_INFINITY : unresolved

/** What holds whatever the unread come to, what holds at best, and in between that it cannot be told. */
export function between(certain: boolean, possible: boolean, { missing }: Administrators): CheckResult['verdict'] {
  if (certain) return 'effective'
  if (!possible) return 'ineffective'
  return missing.length > 0 ? worst(...missing.map(({ verdict }) => verdict)) : 'no_visibility'
}
