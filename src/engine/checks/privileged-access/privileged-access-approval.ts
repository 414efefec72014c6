import type { Check } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type PrivilegedAccounts, privilegedAccounts } from '../../readers/privileged-access/accounts.ts'
import { memberPolicyOf, roleNames, rolePoliciesOf } from '../../readers/privileged-access/role-policies.ts'
import { rolesOf } from '../../readers/privileged-access/roles.ts'
import { affected, evidenceOf, leaveOpen, unknown } from '../../readers/results/result.ts'
import { knownShare, some } from '../../readers/results/sentences.ts'
import { verdictBetween, worst } from '../../readers/results/verdict.ts'

const EXPECTED = 'Activating any directory role that is in use needs somebody else’s approval.'

/**
 * Whether Privileged Identity Management demands approval before a role in use is activated. This is only a hint about
 * how requests for privileged access are validated when they are first made (ISM-1507): that happens earlier, for
 * example by ticket, and people must answer for it.
 */
export const privilegedAccessApproval: Check = {
  id: 'privileged-access-approval',
  version: 2,
  counts: 'role',
  evaluate(tenant, parameters) {
    const read = privilegedAccounts(tenant, parameters)
    const { reading, byRole } = rolePoliciesOf(tenant)
    if (!read.ok) return unknown(read, EXPECTED)
    if (!reading.ok) return unknown(reading, EXPECTED)
    const groups = groupsToActivate(tenant)
    const approvals = [
      ...rolesInUse(read).map((role) => ({
        name: roleNames(tenant).get(role) ?? role,
        needed: byRole.get(role)?.needsApproval,
      })),
      ...groups.map(({ id, name }) => ({
        name: `membership of ${name}`,
        needed: memberPolicyOf(tenant, id).policy?.needsApproval,
      })),
    ]
    const coverage = { n: approvals.filter(({ needed }) => needed).length, of: approvals.length }
    const maybe = approvals.filter(({ needed }) => needed === undefined).length
    const names = approvals.flatMap(({ name, needed }) => (needed === false ? [name] : []))
    const [missing] = read.missing
    return leaveOpen({
      verdict: missing
        ? worst(...read.missing.map(({ verdict }) => verdict))
        : verdictBetween(coverage, maybe, parameters.thresholds),
      ...(coverage.n > 0 && { coverage }),
      observed: [
        approvals.length === 0
          ? 'No directory role was found to be in use.'
          : `${knownShare(coverage, maybe, 'directory role', 'and memberships of groups with roles can be activated only after an approval')}.`,
        ...(names.length > 0 ? [`Without one: ${some(names)}.`] : []),
      ].join(' '),
      expected: EXPECTED,
      ...affected(names, maybe === 0 && !missing),
      evidence: [
        ...read.evidence,
        ...evidenceOf(reading, ...groups.map(({ id }) => memberPolicyOf(tenant, id).reading)),
      ],
      limitations: [
        ...new Set(read.missing.map(({ reason }) => reason)),
        ...(maybe > 0 ? ['What the policies of some roles, or of groups with roles, demand was not read.'] : []),
        'How a role is first requested and assigned is not read, only whether activating it needs approval.',
        ...read.limitations,
      ],
    })
  },
}

const rolesInUse = ({ accounts }: PrivilegedAccounts): string[] => [
  ...new Set(accounts.flatMap(({ holdings }) => holdings.map(({ role }) => role))),
]

/** Groups that hold a role and that somebody may join for a limited time. */
const groupsToActivate = (tenant: TenantReading): { id: string; name: string }[] =>
  [...rolesOf(tenant).groups].flatMap(([id, { name, activeRoles, membership }]) =>
    activeRoles.size > 0 && membership.eligible.length > 0 ? [{ id, name }] : [],
  )
