import { commandLineLogging } from '../../../../src/engine/checks/logging/command-line-logging.ts'
import { COMMAND_LINE_LOGGING } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import { testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(commandLineLogging)

testDeviceSettings(commandLineLogging, COMMAND_LINE_LOGGING, turned(COMMAND_LINE_LOGGING))
