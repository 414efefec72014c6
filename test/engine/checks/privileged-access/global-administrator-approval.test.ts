import { globalAdministratorApproval } from '../../../../src/engine/checks/privileged-access/global-administrator-approval.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testOwnRule, testRoleRules } from './highly-privileged-fixture.ts'

reachesEveryVerdict(globalAdministratorApproval, { partial: 'one rule of one role, which is set or not' })

testRoleRules(globalAdministratorApproval)
testOwnRule(globalAdministratorApproval)
