import { authenticationMethodsMigrated } from '../../../../src/engine/checks/mfa/authentication-methods-migrated.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { methods } from './methods-fixture.ts'

reachesEveryVerdict(authenticationMethodsMigrated, {
  partial: 'one setting of the whole tenant, which is either right or wrong',
})

testSetting(authenticationMethodsMigrated, 'authenticationMethodsPolicy', 'Policy.Read.All', [
  ['the migration is complete', methods([]), 'effective'],
  ['the migration is under way', methods([], 'migrationInProgress'), 'ineffective'],
  ['the migration has not started', methods([], 'preMigration'), 'ineffective'],
  ['there never was anything to migrate', methods([], null), 'effective'],
  ['the state is a future one', methods([], 'unknownFutureValue'), 'no_visibility'],
  ['the migration is not mentioned', { authenticationMethodConfigurations: [] }, 'no_visibility'],
])
