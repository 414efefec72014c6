import { driverUpdatesUrgent } from '../../../../src/engine/checks/patching/driver-updates-urgent.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testDriverUpdates } from './driver-fixture.ts'

reachesEveryVerdict(driverUpdatesUrgent)

testDriverUpdates(driverUpdatesUrgent, 2)
