import type { CheckResult } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { some } from '../results/sentences.ts'
import { worst } from '../results/verdict.ts'
import { accountsWithEmergency } from './accounts.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { GLOBAL_ADMINISTRATOR, rolesOf } from './roles.ts'

interface Administrators {
  ok: true
  /** Names of enabled accounts that hold Global Administrator or may activate it. */
  globals: string[]
  /** Names of enabled accounts that hold or may activate other highly privileged roles, but not that one. */
  others: string[]
  missing: readonly Failed[]
  /** Number of role holders, of any role, who are not among the users. */
  unresolved: number
  evidence: Evidence[]
  limitations: string[]
}

/** Emergency access accounts count too, declared or not: the baseline's numbers allow for them. */
export function administratorsOf(tenant: TenantReading): Administrators | Failed {
  const read = accountsWithEmergency(tenant)
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
      ...applicationsInRole(tenant),
      'The number of Global Administrators includes emergency access accounts, but not disabled accounts.',
      ...read.limitations,
    ],
  }
}

function applicationsInRole(tenant: TenantReading): string[] {
  const names = [...rolesOf(tenant).applications.values()]
    .filter(({ holdings }) => holdings.some(({ role }) => role === GLOBAL_ADMINISTRATOR))
    .map(({ name }) => name)
  return names.length > 0 ? [`Applications with Global Administrator are not counted as people: ${some(names)}.`] : []
}

/** How many more of either kind there may be beyond those found. */
export const unreadOf = ({ missing, unresolved }: Administrators): number =>
  missing.length > 0 ? Number.POSITIVE_INFINITY : unresolved

/** Effective if it is certain, ineffective if it is impossible, otherwise no visibility. */
export function between(certain: boolean, possible: boolean, { missing }: Administrators): CheckResult['verdict'] {
  if (certain) return 'effective'
  if (!possible) return 'ineffective'
  return missing.length > 0 ? worst(...missing.map(({ verdict }) => verdict)) : 'no_visibility'
}
