import { applicationSecretsBlocked } from '../../../../src/engine/checks/applications/application-secrets-blocked.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { blocked, lasting, management, restriction } from './credentials-fixture.ts'

reachesEveryVerdict(applicationSecretsBlocked)

const CUSTOM = restriction('customPasswordAddition')
const SINCE = { restrictForAppsCreatedAfterDateTime: '2025-06-01T00:00:00Z' }

testSetting(applicationSecretsBlocked, 'applicationManagementPolicy', 'Policy.Read.All', [
  ['secrets are blocked for all', management([blocked, []]), 'effective', '4/4'],
  ['secrets are blocked for applications only', management([blocked, []], [[], []]), 'partial', '2/4'],
  ['symmetric keys may still be added', management([blocked.slice(0, 1), []]), 'partial', '2/4'],
  ['only passwords that people choose are blocked', management([[CUSTOM], []]), 'partial', '0/4'],
  ['a block starts at a date', management([blocked.map((each) => ({ ...each, ...SINCE })), []]), 'partial', '0/4'],
  ['secrets are only limited', management([lasting(90), []]), 'ineffective', '0/4'],
  ['nothing is restricted', management([[], []]), 'ineffective', '0/4'],
  ['the policy is off', management([blocked, []], [blocked, []], false), 'ineffective', '0/4'],
  ['a block is off', management([blocked.map((each) => ({ ...each, state: 'disabled' })), []]), 'ineffective', '0/4'],
])
