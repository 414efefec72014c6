import type { Check } from '../../model/check.ts'
import { type PrivilegedAccounts, privilegedAccounts } from '../../readers/privileged-access/accounts.ts'
import { roleNames, rolePoliciesOf } from '../../readers/privileged-access/role-policies.ts'
import { affected, evidenceOf, leaveOpen, unknown } from '../../readers/results/result.ts'
import { share, some } from '../../readers/results/sentences.ts'
import { verdictBetween, worst } from '../../readers/results/verdict.ts'

const EXPECTED = 'Activating any directory role that is in use takes the approval of somebody else.'

/**
 * Whether Privileged Identity Management demands approval before a role in use is activated. It is no more than a hint to
 * how requests for privileged access are validated when they are first made (ISM-1507): that happens earlier, for
 * example by ticket, and people must answer it.
 */
export const privilegedAccessApproval: Check = {
  id: 'privileged-access-approval',
  version: 2,
  evaluate(tenant, parameters) {
    const read = privilegedAccounts(tenant, parameters)
    const { reading, byRole } = rolePoliciesOf(tenant)
    if (!read.ok) return unknown(read, EXPECTED)
    if (!reading.ok) return unknown(reading, EXPECTED)
    const roles = rolesInUse(read)
    const approvals = roles.map((role) => ({ role, needed: byRole.get(role)?.needsApproval }))
    const coverage = { n: approvals.filter(({ needed }) => needed).length, of: roles.length }
    const maybe = approvals.filter(({ needed }) => needed === undefined).length
    const names = approvals.flatMap(({ role, needed }) =>
      needed === false ? [roleNames(tenant).get(role) ?? role] : [],
    )
    const [missing] = read.missing
    return leaveOpen({
      verdict: missing
        ? worst(...read.missing.map(({ verdict }) => verdict))
        : verdictBetween(coverage, maybe, parameters.thresholds),
      coverage,
      observed: [
        roles.length === 0
          ? 'No directory role was found to be in use.'
          : `${share(coverage, 'directory role')} in use can be activated only after an approval.`,
        ...(names.length > 0 ? [`Without one: ${some(names)}.`] : []),
      ].join(' '),
      expected: EXPECTED,
      ...affected(names, maybe === 0 && !missing),
      evidence: [...read.evidence, ...evidenceOf(reading)],
      limitations: [
        ...new Set(read.missing.map(({ reason }) => reason)),
        ...(maybe > 0 ? ['The policies of some roles do not say whether they ask for approval.'] : []),
        'How a role is requested and given in the first place is not read: only whether activating it takes an approval.',
        ...read.limitations,
      ],
    })
  },
}

const rolesInUse = ({ accounts }: PrivilegedAccounts): string[] => [
  ...new Set(accounts.flatMap(({ holdings }) => holdings.map(({ role }) => role))),
]
