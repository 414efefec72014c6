import { readDataset } from '../../datasets/reading.ts'
import type { Check, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateAccounts, permanenceState } from '../../readers/privileged-access/account-evaluation.ts'
import { privilegedAccounts, THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import type { RoleHolding } from '../../readers/privileged-access/role-holding.ts'
import { GLOBAL_ADMINISTRATOR, rolesOf } from '../../readers/privileged-access/roles.ts'
import { count, some } from '../../readers/results/sentences.ts'

/**
 * Roles that can take over the whole directory, or grant themselves the right to: the control plane of Microsoft's
 * enterprise access model. The role of directory synchronisation is left out with its accounts.
 */
const CONTROL_PLANE: ReadonlySet<string> = new Set([
  GLOBAL_ADMINISTRATOR,
  'e8611ab8-c189-46e8-94e1-60213ab1f814', // Privileged Role Administrator
  '7be44c8a-adaf-4e2a-84d6-ab2649e08a13', // Privileged Authentication Administrator
])

/**
 * Our threshold: Microsoft advises fewer than five Global Administrators, because few tasks need the role. The Essential
 * Eight gives no number.
 */
const MANY_GLOBAL_ADMINISTRATORS = 5

/**
 * People have no more rights than their work needs (ISM-1508). Only people know what is needed; what can be read is who
 * has standing access to a role that controls everything, and how many may become Global Administrator. The first
 * decides; if there are too many of the second, the verdict is at most partial.
 */
export const leastPrivilege: Check = {
  id: 'least-privilege',
  version: 1,
  counts: 'privileged account',
  evaluate(tenant, parameters) {
    const result = evaluateAccounts(tenant, parameters, {
      expected: `Only emergency access accounts permanently hold a role that controls the whole directory, and fewer than ${MANY_GLOBAL_ADMINISTRATORS} other people may become Global Administrator.`,
      predicate: 'can control the whole directory only for a limited time, or not at all',
      stateOf: ({ holdings }) => permanenceState(holdings, isControl),
      readings: [readDataset(tenant, 'roleAssignments')],
      limitations: [THROUGH_GROUPS, 'What applications may do with their own permissions is not read.'],
    })
    const globals = globalAdministrators(tenant, parameters)
    if (!globals) return result
    const applications = applicationsInControl(tenant)
    const short = globals.length >= MANY_GLOBAL_ADMINISTRATORS || applications.length > 0
    return {
      ...result,
      verdict: short && result.verdict === 'effective' ? 'partial' : result.verdict,
      ...(short && { allNamed: false }),
      observed: [
        result.observed,
        `Apart from emergency access accounts, ${count(globals.length, 'account')} ${globals.length === 1 ? 'is' : 'are'} Global Administrator or can become one.`,
        ...(applications.length > 0 ? [`Applications hold such a role: ${some(applications)}.`] : []),
      ].join(' '),
    }
  },
}

const isControl = ({ role }: RoleHolding): boolean => CONTROL_PLANE.has(role)

/** Who holds or may activate the role, without emergency access accounts; undefined if that could not be read. */
function globalAdministrators(tenant: TenantReading, parameters: Parameters): PrivilegedAccount[] | undefined {
  const read = privilegedAccounts(tenant, parameters)
  if (!read.ok) return undefined
  return read.accounts.filter(({ holdings }) => holdings.some(({ role }) => role === GLOBAL_ADMINISTRATOR))
}

/** Names of applications with a role of the control plane; they cannot activate roles, so their access is standing. */
const applicationsInControl = (tenant: TenantReading): string[] =>
  [...rolesOf(tenant).applications.values()]
    .filter(({ holdings }) => holdings.some((holding) => holding.standing && isControl(holding)))
    .map(({ name }) => name)
