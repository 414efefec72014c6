import { weakAuthenticationMethodsDisabled } from '../../../../src/engine/checks/mfa/weak-authentication-methods-disabled.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { methods, OFF } from './methods-fixture.ts'

reachesEveryVerdict(weakAuthenticationMethodsDisabled)

const withOn = (...on: string[]): object[] =>
  OFF.map((method) => (on.includes(method.id) ? { ...method, state: 'enabled' } : method))

testSetting(weakAuthenticationMethodsDisabled, 'authenticationMethodsPolicy', 'Policy.Read.All', [
  ['all three are off', methods(OFF), 'effective', '3/3'],
  ['one is on', methods(withOn('Sms')), 'partial', '2/3'],
  ['two are on', methods(withOn('Sms', 'Email')), 'partial', '1/3'],
  ['all are on', methods(withOn('Sms', 'Voice', 'Email')), 'ineffective', '0/3'],
  ['all are off while older settings are still in use', methods(OFF, 'migrationInProgress'), 'no_visibility'],
  ['one is on while older settings are still in use', methods(withOn('Voice'), 'preMigration'), 'ineffective', '2/3'],
  ['one is not mentioned', methods(OFF.slice(1)), 'no_visibility'],
  ['none is mentioned', methods([]), 'no_visibility'],
])
