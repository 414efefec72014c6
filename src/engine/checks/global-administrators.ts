import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { Evidence, TenantReading } from '../model/tenant-reading.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { privilegedAccounts } from './privileged-accounts.ts'
import { GLOBAL_ADMINISTRATOR } from './roles.ts'
import { affected, count, type Failed, unknown, worst } from './verdict.ts'

/** Bounds of CISA's baseline for Microsoft Entra ID. */
const FEWEST = 2
const MOST = 8

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
function administratorsOf(tenant: TenantReading, parameters: Parameters): Administrators | Failed {
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
const unreadOf = ({ missing, unresolved }: Administrators): number =>
  missing.length > 0 ? Number.POSITIVE_INFINITY : unresolved

/** What holds whatever the unread come to, what holds at best, and in between that it cannot be told. */
function between(certain: boolean, possible: boolean, { missing }: Administrators): CheckResult['verdict'] {
  if (certain) return 'effective'
  if (!possible) return 'ineffective'
  return missing.length > 0 ? worst(...missing.map(({ verdict }) => verdict)) : 'no_visibility'
}

/** Two to eight people are Global Administrators or may become it: one may be lost, and more are more to attack. */
export const globalAdministratorCount: Check = {
  id: 'global-administrator-count',
  version: 1,
  evaluate(tenant, parameters) {
    const expected = `At least ${FEWEST} and at most ${MOST} accounts hold Global Administrator or may activate it.`
    const read = administratorsOf(tenant, parameters)
    if (!read.ok) return unknown(read, expected)
    const n = read.globals.length
    const most = n + unreadOf(read)
    return {
      verdict: between(n >= FEWEST && most <= MOST, most >= FEWEST && n <= MOST, read),
      observed: `${count(n, 'account')} ${n === 1 ? 'holds' : 'hold'} Global Administrator or may activate it.`,
      expected,
      ...affected(n > MOST ? read.globals : []),
      evidence: read.evidence,
      limitations: read.limitations,
    }
  },
}

/**
 * Roles are fine-grained: no more people are Global Administrators than hold another highly privileged role instead.
 * The ratio is that of CISA's baseline; who holds both counts for the first alone.
 */
export const fineGrainedRoles: Check = {
  id: 'fine-grained-administrator-roles',
  version: 1,
  evaluate(tenant, parameters) {
    const expected =
      'At least as many accounts hold other highly privileged roles, without Global Administrator, as hold that one.'
    const read = administratorsOf(tenant, parameters)
    if (!read.ok) return unknown(read, expected)
    const [globals, others] = [read.globals.length, read.others.length]
    const unread = unreadOf(read)
    // Every tenant has administrators: where none was found there is no ratio.
    const nobody = globals + others === 0
    return {
      verdict: between(!nobody && globals + unread <= others, globals <= others + unread, read),
      observed: `${count(globals, 'account')} may act as Global Administrator, ${others} only in other highly privileged roles.`,
      expected,
      ...affected(globals > others ? read.globals : []),
      evidence: read.evidence,
      limitations: read.limitations,
    }
  },
}
