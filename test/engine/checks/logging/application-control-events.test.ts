import { applicationControlEvents } from '../../../../src/engine/checks/logging/application-control-events.ts'
import { testDefenderScan } from '../defender-scan-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationControlEvents)

testDefenderScan(applicationControlEvents)
