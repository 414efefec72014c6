import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControlFileTypes } from '../../../../src/engine/checks/application-control/application-control-file-types.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import {
  appControl,
  catalogue,
  evaluate,
  locker,
  PROGRAMS,
  ruleSet,
  testAspect,
  testHole,
  USER_MODE,
  uploaded,
} from './fixture.ts'

reachesEveryVerdict(applicationControlFileTypes)

const NO_SCRIPTS = appControl([USER_MODE, 'Disabled:Script Enforcement'])

test('the result shows that scripts are left out of App Control or AppLocker', () => {
  const check = applicationControlFileTypes
  const kinds = (...names: string[]) => evaluate(check, locker(names.map((name) => ruleSet(name, PROGRAMS))))
  assert.equal(kinds('EXE', 'DLL', 'Script', 'MSI').verdict, 'effective')
  const some = kinds('EXE', 'MSI')
  assert.equal(some.kind, 'absent')
  assert.deepEqual(some.coverage, { n: 20, of: 40 })
})

test('App Control without script enforcement still decides on programs and libraries', () => {
  const { coverage, affected } = evaluate(applicationControlFileTypes, catalogue(uploaded(NO_SCRIPTS)))
  assert.deepEqual(coverage, { n: 20, of: 40 })
  assert.deepEqual(affected?.items, [
    'scripts (in place on 0 of 10 devices)',
    'installers (in place on 0 of 10 devices)',
  ])
})

testAspect(applicationControlFileTypes)
testHole(applicationControlFileTypes, NO_SCRIPTS)
