import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControl } from '../../../../src/engine/checks/application-control/application-control.ts'
import { applicationControlDrivers } from '../../../../src/engine/checks/application-control/application-control-drivers.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { appControl, catalogue, evaluate, OTHER_VENDORS, testAspect, uploaded } from './fixture.ts'

reachesEveryVerdict(applicationControlDrivers, OTHER_VENDORS)

test('App Control for drivers alone does not control programs', () => {
  const kernelOnly = catalogue(uploaded(appControl([])))
  assert.equal(evaluate(applicationControl, kernelOnly).kind, 'absent')
  assert.equal(evaluate(applicationControlDrivers, kernelOnly).verdict, 'effective')
})

testAspect(applicationControlDrivers)
