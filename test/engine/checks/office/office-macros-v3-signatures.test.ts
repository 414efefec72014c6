import { officeMacrosV3Signatures } from '../../../../src/engine/checks/office/office-macros-v3-signatures.ts'
import { ONLY_V3_SIGNATURES } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testDisabledMacros, testMacroSettings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosV3Signatures)

const onlyV3 = (option: string) => [
  choice(`user_vendor_msft_policy_config_office16v9~policy~l_x${ONLY_V3_SIGNATURES}`, option),
]
testMacroSettings(officeMacrosV3Signatures, onlyV3('1'), onlyV3('0'))
testDisabledMacros(officeMacrosV3Signatures)
