import { methodsMigrated } from '../../../../src/engine/checks/mfa/authentication-methods-migrated.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { methods } from './methods-fixture.ts'

reachesEveryVerdict(methodsMigrated, { partial: 'one setting of the whole tenant, which is as it should be or not' })

testSetting(methodsMigrated, 'authenticationMethodsPolicy', 'Policy.Read.All', [
  ['the migration is complete', methods([]), 'effective'],
  ['the migration is under way', methods([], 'migrationInProgress'), 'ineffective'],
  ['the migration has not begun', methods([], 'preMigration'), 'ineffective'],
  ['there never was anything to migrate', methods([], null), 'effective'],
  ['the state is one of tomorrow', methods([], 'unknownFutureValue'), 'no_visibility'],
  ['nothing is said of the migration', { authenticationMethodConfigurations: [] }, 'no_visibility'],
])
