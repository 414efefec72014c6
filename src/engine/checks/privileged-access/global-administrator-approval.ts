import type { Check } from '../../model/check.ts'
import { evaluateRules } from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

/** Activating Global Administrator needs the approval of somebody else. */
export const globalAdministratorApproval: Check = {
  id: 'global-administrator-approval',
  version: 2,
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      passes: ({ needsApproval }) => needsApproval,
      expected: 'Activating Global Administrator takes the approval of somebody else.',
      isOnActivation: true,
      rule: 'Approval before activation',
      limitations: ['People who hold the role permanently need no approval; that is a requirement of its own.'],
    }),
}
