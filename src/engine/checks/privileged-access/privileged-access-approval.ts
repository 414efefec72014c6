import type { Check } from '../../model/check.ts'
import { type PrivilegedAccounts, privilegedAccounts } from '../../readers/privileged-access/accounts.ts'
import { roleNames, rolePoliciesOf } from '../../readers/privileged-access/role-policies.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share, some } from '../../readers/results/sentences.ts'
import { verdictBetween, worst } from '../../readers/results/verdict.ts'

const EXPECTED = 'Activating any directory role that is in use takes the approval of somebody else.'

/**
 * Requests for privileged access are checked before they are granted (ISM-1507). Read is whether Privileged Identity
 * Management asks for approval before a role that somebody holds or may take is activated. How the first request came
 * about, by ticket or word of mouth, people must tell.
 */
export const privilegedAccessApproval: Check = {
  id: 'privileged-access-approval',
  version: 1,
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
    return {
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
        'Roles that are given for good pass no approval that is read here; how those were requested must be asked.',
        ...read.limitations,
      ],
    }
  },
}

const rolesInUse = ({ accounts }: PrivilegedAccounts): string[] => [
  ...new Set(accounts.flatMap(({ holdings }) => holdings.map(({ role }) => role))),
]
