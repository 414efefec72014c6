import { browserJava } from '../../../../src/engine/checks/hardening/browser-java.ts'
import { JAVA_OFF } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import { testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(browserJava)

// Windows 10 1809, long-term servicing, has Internet Explorer.
testDeviceSettings(browserJava, JAVA_OFF, turned(JAVA_OFF), { version: '10.0.17763.6293' })
