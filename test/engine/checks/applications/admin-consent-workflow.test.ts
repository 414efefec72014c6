import { adminConsentWorkflow } from '../../../../src/engine/checks/applications/admin-consent-workflow.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(adminConsentWorkflow)

const REVIEWER = { query: '/v1.0/groups/1/transitiveMembers/microsoft.graph.user', queryType: 'MicrosoftGraph' }

testSetting(adminConsentWorkflow, 'adminConsentRequestPolicy', 'Policy.Read.All', [
  ['reviewers are named and told', { isEnabled: true, notifyReviewers: true, reviewers: [REVIEWER] }, 'effective'],
  ['reviewers are not told', { isEnabled: true, notifyReviewers: false, reviewers: [REVIEWER] }, 'partial'],
  ['nobody reviews', { isEnabled: true, notifyReviewers: true, reviewers: [] }, 'ineffective'],
  ['it is off', { isEnabled: false, notifyReviewers: false, reviewers: [] }, 'ineffective'],
  ['nothing is said', {}, 'no_visibility'],
])
