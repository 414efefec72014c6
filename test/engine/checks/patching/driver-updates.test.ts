import { driverUpdates } from '../../../../src/engine/checks/patching/driver-updates.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testDriverUpdates } from './driver-fixture.ts'

reachesEveryVerdict(driverUpdates)

testDriverUpdates(driverUpdates, 30)
