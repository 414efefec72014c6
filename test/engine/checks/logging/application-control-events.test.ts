import { applicationControlEvents } from '../../../../src/engine/checks/logging/application-control-events.ts'
import { OTHER_SCANNERS, testDefenderScan } from '../defender-scan-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationControlEvents, OTHER_SCANNERS)

testDefenderScan(applicationControlEvents)
