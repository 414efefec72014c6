import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workstationLogTriage } from '../../../../src/engine/checks/logging/workstation-log-triage.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { incident, waiting } from './incidents-fixture.ts'

reachesEveryVerdict(workstationLogTriage)

test('triage of workstation events requires a licence that records them', () => {
  const values = (plan: string, incidents: unknown) => ({ incidents, subscribedSkus: skus(plan) })
  assert.equal(evaluate(workstationLogTriage, values('WINDEFATP', [incident()])).verdict, 'effective')
  assert.equal(evaluate(workstationLogTriage, values('WINDEFATP', [waiting])).verdict, 'ineffective')
  const nine = Array.from({ length: 9 }, () => incident())
  assert.equal(evaluate(workstationLogTriage, values('MDE_SMB', [...nine, waiting])).verdict, 'partial')
  assert.equal(evaluate(workstationLogTriage, values('MDE_LITE', [incident()])).verdict, 'not_licensed')
  assert.equal(evaluate(workstationLogTriage, values('WINDEFATP', refused())).verdict, 'no_visibility')
  assert.equal(evaluate(workstationLogTriage, { incidents: [incident()] }).verdict, 'no_visibility')
})
