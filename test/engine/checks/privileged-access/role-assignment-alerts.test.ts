import { roleAssignmentAlerts } from '../../../../src/engine/checks/privileged-access/role-assignment-alerts.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testAlerts, testRoleRules } from './highly-privileged-fixture.ts'

reachesEveryVerdict(roleAssignmentAlerts)

testRoleRules(roleAssignmentAlerts)
testAlerts(roleAssignmentAlerts, { eligible: [] }, 8)
testAlerts(roleAssignmentAlerts, { assigned: [''] }, 8)
