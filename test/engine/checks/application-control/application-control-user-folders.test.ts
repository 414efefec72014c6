import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControlUserFolders } from '../../../../src/engine/checks/application-control/application-control-user-folders.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import {
  allow,
  appControl,
  catalogue,
  collection,
  evaluate,
  locker,
  PROGRAMS,
  ruleSet,
  testAspect,
  USER_MODE,
  uploaded,
} from './fixture.ts'

reachesEveryVerdict(applicationControlUserFolders)

test('a path rule for user folders is a hole in AppLocker, and in App Control if its protection is off', () => {
  const check = applicationControlUserFolders
  const rule = 'C:\\Users\\*\\AppData\\Local\\Tool\\*'
  assert.equal(evaluate(check, locker([ruleSet('EXE', collection('Enabled', rule))])).verdict, 'ineffective')
  assert.equal(evaluate(check, locker([ruleSet('EXE', PROGRAMS)])).verdict, 'effective')
  const open = appControl([USER_MODE, 'Disabled:Runtime FilePath Rule Protection'], allow(rule))
  assert.equal(evaluate(check, catalogue(uploaded(open))).verdict, 'ineffective')
  assert.equal(evaluate(check, catalogue(uploaded(appControl([USER_MODE], allow(rule))))).verdict, 'effective')
})

testAspect(applicationControlUserFolders)
