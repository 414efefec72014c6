import type { Check } from '../../model/check.ts'
import { evaluateRules } from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

/** Activating Global Administrator needs somebody else's approval. */
export const globalAdministratorApproval: Check = {
  id: 'global-administrator-approval',
  version: 2,
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      passes: ({ needsApproval }) => needsApproval,
      expected: 'Activating Global Administrator needs somebody else’s approval.',
      isOnActivation: true,
      rule: 'Approval before activation',
      limitations: ['People who hold the role permanently need no approval; that is a separate requirement.'],
    }),
}
