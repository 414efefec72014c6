import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControlAllFolders } from '../../../../src/engine/checks/application-control/application-control-all-folders.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import {
  allow,
  appControl,
  catalogue,
  collection,
  evaluate,
  locker,
  ruleSet,
  testAspect,
  testHole,
  USER_MODE,
  uploaded,
} from './fixture.ts'

reachesEveryVerdict(applicationControlAllFolders)

test('AppLocker rules that let everybody run everything do not count, unless only administrators may', () => {
  const verdict = (xml: string) => evaluate(applicationControlAllFolders, locker([ruleSet('EXE', xml)])).verdict
  assert.equal(verdict(collection('Enabled', '*')), 'no_visibility')
  assert.equal(verdict(collection('Enabled', '%OSDRIVE%\\*')), 'no_visibility')
  assert.equal(verdict(collection('Enabled', '*', 'S-1-5-32-544')), 'effective')
})

test('a path rule for the whole disk is a hole in App Control', () => {
  const verdict = (path: string) =>
    evaluate(applicationControlAllFolders, catalogue(uploaded(appControl([USER_MODE], allow(path))))).verdict
  assert.equal(verdict('C:\\*'), 'ineffective')
  assert.equal(verdict('%OSDRIVE%\\Tools\\*'), 'effective')
})

testAspect(applicationControlAllFolders)
testHole(applicationControlAllFolders, appControl([USER_MODE], allow('C:\\*')))
