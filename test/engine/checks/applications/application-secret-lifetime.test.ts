import { applicationSecretLifetime } from '../../../../src/engine/checks/applications/application-secret-lifetime.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { blocked, lasting, management, restriction, SECRETS } from './credentials-fixture.ts'

reachesEveryVerdict(applicationSecretLifetime)

const CUSTOM = restriction('customPasswordAddition')
const hours = (n: number): object[] => SECRETS.map((kind) => restriction(`${kind}Lifetime`, `PT${n}H`))
const exempting = lasting(90).map((each) => ({
  ...each,
  restrictForAppsCreatedAfterDateTime: '2025-06-01T00:00:00Z',
}))

testSetting(applicationSecretLifetime, 'applicationManagementPolicy', 'Policy.Read.All', [
  ['secrets are valid for half a year', management([lasting(180), []]), 'effective', '4/4'],
  ['secrets are valid for a day longer', management([lasting(181), []]), 'ineffective', '0/4'],
  ['a day longer is written in hours', management([hours(4_344), []]), 'ineffective', '0/4'],
  ['half a year is written in hours', management([hours(4_320), []]), 'effective', '4/4'],
  ['symmetric keys are unlimited', management([lasting(180).slice(0, 1), []]), 'partial', '2/4'],
  ['only secrets that people choose are blocked', management([[CUSTOM], []]), 'ineffective', '0/4'],
  ['older applications may keep adding longer ones', management([exempting, []]), 'partial', '0/4'],
  ['those of service principals are unlimited', management([lasting(180), []], [[], []]), 'partial', '2/4'],
  ['some are limited and some blocked', management([blocked, []], [lasting(30), []]), 'effective', '4/4'],
  ['there can be none', management([blocked, []]), 'not_applicable'],
  ['nothing is restricted', management([[], []]), 'ineffective', '0/4'],
  ['the policy is off', management([lasting(180), []], [lasting(180), []], false), 'ineffective', '0/4'],
  [
    'a lifetime cannot be read',
    management([SECRETS.map((kind) => restriction(`${kind}Lifetime`)), []]),
    'ineffective',
    '0/4',
  ],
])
