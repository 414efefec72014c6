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
  testHole,
  USER_MODE,
  uploaded,
} from './fixture.ts'

reachesEveryVerdict(applicationControlUserFolders)

const RULE = 'C:\\Users\\*\\AppData\\Local\\Tool\\*'
const OPEN = appControl([USER_MODE, 'Disabled:Runtime FilePath Rule Protection'], allow(RULE))

test('a path rule for user folders is a hole in AppLocker, and in App Control if its protection is off', () => {
  const check = applicationControlUserFolders
  assert.equal(evaluate(check, locker([ruleSet('EXE', collection('Enabled', RULE))])).verdict, 'ineffective')
  assert.equal(evaluate(check, locker([ruleSet('EXE', PROGRAMS)])).verdict, 'effective')
  assert.equal(evaluate(check, catalogue(uploaded(appControl([USER_MODE], allow(RULE))))).verdict, 'effective')
})

testAspect(applicationControlUserFolders)
testHole(applicationControlUserFolders, OPEN)
