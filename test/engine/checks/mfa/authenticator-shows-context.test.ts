import { authenticatorShowsContext } from '../../../../src/engine/checks/mfa/authenticator-shows-context.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { methods, OFF } from './methods-fixture.ts'

reachesEveryVerdict(authenticatorShowsContext)

const ALL = { id: 'all_users', targetType: 'group' }
const NONE = { id: '00000000-0000-0000-0000-000000000000', targetType: 'group' }
const SHOWN = { state: 'enabled', includeTarget: ALL, excludeTarget: NONE }

const authenticator = (settings: object = {}, more: object = {}): object => ({
  id: 'MicrosoftAuthenticator',
  state: 'enabled',
  isSoftwareOathEnabled: false,
  featureSettings: {
    displayAppInformationRequiredState: SHOWN,
    displayLocationInformationRequiredState: SHOWN,
    ...settings,
  },
  ...more,
})

testSetting(authenticatorShowsContext, 'authenticationMethodsPolicy', 'Policy.Read.All', [
  ['everything is shown to everybody', methods([authenticator()]), 'effective', '3/3'],
  ['it is disabled', methods([authenticator({}, { state: 'disabled' })]), 'not_applicable'],
  [
    'it is disabled while older settings are still in use',
    methods([authenticator({}, { state: 'disabled' })], 'preMigration'),
    'no_visibility',
  ],
  ['it is not mentioned', methods(OFF), 'no_visibility'],
  [
    'the location is Microsoft-managed',
    methods([authenticator({ displayLocationInformationRequiredState: { ...SHOWN, state: 'default' } })]),
    'partial',
    '2/3',
  ],
  [
    'the application is shown to one group only',
    methods([authenticator({ displayAppInformationRequiredState: { ...SHOWN, includeTarget: { id: 'a-group' } } })]),
    'partial',
    '2/3',
  ],
  [
    'the location is hidden from a group',
    methods([
      authenticator({ displayLocationInformationRequiredState: { ...SHOWN, excludeTarget: { id: 'a-group' } } }),
    ]),
    'partial',
    '2/3',
  ],
  ['one-time codes are on', methods([authenticator({}, { isSoftwareOathEnabled: true })]), 'partial', '2/3'],
  [
    'none of it holds',
    methods([authenticator({}, { isSoftwareOathEnabled: true, featureSettings: {} })]),
    'ineffective',
    '0/3',
  ],
])
