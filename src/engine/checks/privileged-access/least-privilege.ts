import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { type PrivilegedAccount, privilegedAccounts, THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'
import { presumedEmergency } from '../../readers/privileged-access/emergency-accounts.ts'
import { GLOBAL_ADMINISTRATOR, type RoleHolding } from '../../readers/privileged-access/roles.ts'
import { count, some } from '../../readers/results/sentences.ts'

/**
 * Roles that can take over the whole directory, or give themselves the right to: the control plane of Microsoft's
 * enterprise access model. That of directory synchronisation is left out with its accounts.
 */
const CONTROL_PLANE: ReadonlySet<string> = new Set([
  GLOBAL_ADMINISTRATOR,
  'e8611ab8-c189-46e8-94e1-60213ab1f814', // Privileged Role Administrator
  '7be44c8a-adaf-4e2a-84d6-ab2649e08a13', // Privileged Authentication Administrator
])

/**
 * From this many on, our own threshold: Microsoft advises fewer than five Global Administrators, since hardly any task
 * needs the role. Essential Eight names no number.
 */
const MANY_GLOBAL_ADMINISTRATORS = 5

/**
 * Rights go no further than the work calls for (ISM-1508). What is needed only people know; what can be read is who
 * keeps, day and night, a role that opens everything, and how many may become Global Administrator. The first decides;
 * too many of the second keep it from being effective.
 */
export const leastPrivilege: Check = {
  id: 'least-privilege',
  version: 1,
  evaluate(tenant, parameters) {
    const result = evaluateAccounts(tenant, parameters, {
      expected: `Only emergency access accounts keep a role that controls the whole directory, and fewer than ${MANY_GLOBAL_ADMINISTRATORS} other people may become Global Administrator.`,
      predicate: 'keep no role that controls the whole directory',
      stateOf: ({ holdings }) => (holdings.some(isStandingControl) ? 'short' : 'fine'),
      sparesEmergency: true,
      readings: [readDataset(tenant, 'roleAssignments')],
      limitations: [THROUGH_GROUPS, 'What applications may do by permissions of their own is not read.'],
    })
    if (!result.coverage) return result
    const globals = globalAdministrators(tenant, parameters)
    const applications = applicationsInControl(tenant)
    const short = globals.length >= MANY_GLOBAL_ADMINISTRATORS || applications.length > 0
    return {
      ...result,
      verdict: short && result.verdict === 'effective' ? 'partial' : result.verdict,
      ...(short && { allNamed: false }),
      observed: [
        result.observed,
        `Emergency access aside, ${count(globals.length, 'account')} ${globals.length === 1 ? 'is' : 'are'} Global Administrator or may become it.`,
        ...(applications.length > 0 ? [`Applications keep such a role: ${some(applications)}.`] : []),
      ].join(' '),
    }
  },
}

const isStandingControl = ({ role, standing }: RoleHolding): boolean => standing && CONTROL_PLANE.has(role)

/** Who holds or may activate the role, emergency access accounts aside. */
function globalAdministrators(tenant: TenantReading, parameters: Parameters): PrivilegedAccount[] {
  const read = privilegedAccounts(tenant, parameters)
  if (!read.ok) return []
  const { presumed } = presumedEmergency(tenant, parameters, read.accounts)
  return read.accounts.filter(
    ({ id, holdings }) => !presumed.has(id) && holdings.some(({ role }) => role === GLOBAL_ADMINISTRATOR),
  )
}

/** Names of applications that hold a role of the control plane: they cannot activate one, so they hold it for good. */
function applicationsInControl(tenant: TenantReading): string[] {
  const assignments = readDataset(tenant, 'roleAssignments')
  const roles = readDataset(tenant, 'directoryRoles')
  const holders = assignments.ok
    ? list(assignments.value)
        .map(fields)
        .map(({ roleDefinitionId, principal }) => ({ role: roleDefinitionId, principal }))
    : list(roles.ok ? roles.value : undefined)
        .map(fields)
        .flatMap(({ roleTemplateId, members }) =>
          list(members).map((principal) => ({ role: roleTemplateId, principal })),
        )
  const principals = holders.flatMap(({ role, principal }) =>
    CONTROL_PLANE.has(text(role)?.toLowerCase() ?? '') ? [fields(principal)] : [],
  )
  return principals
    .filter((principal) => text(principal['@odata.type'])?.toLowerCase().endsWith('.serviceprincipal') === true)
    .map((principal) => text(principal.displayName) ?? text(principal.id) ?? 'an application without a name')
}
