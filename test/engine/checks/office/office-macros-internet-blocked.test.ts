import { officeMacrosInternetBlocked } from '../../../../src/engine/checks/office/office-macros-internet-blocked.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { each, testMacroSettings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosInternetBlocked)

testMacroSettings(officeMacrosInternetBlocked, each('blockInternet', '1'), each('blockInternet', '0'))
