import { isWindows11 } from '../../readers/devices/windows-fleet.ts'
import { settingsCheck } from '../../readers/intune/demand.ts'
import { hardened, is } from '../../readers/intune/rules.ts'
import { INTERNET_EXPLORER_OFF, JAVA_OFF } from '../../readers/settings/windows-hardening.ts'
import { OTHER_BROWSERS } from './browser-settings.ts'

/**
 * ISM-1486. Current browsers have no Java plug-in; only Internet Explorer and its engine use the zone setting, and
 * without Internet Explorer nothing processes Java from the internet.
 */
export const browserJava = settingsCheck('browser-java', {
  rules: [
    {
      name: 'Java in the internet zone',
      anyOf: [
        ...JAVA_OFF.map(hardened),
        { passesOn: isWindows11 },
        ...INTERNET_EXPLORER_OFF.map(({ definitionId }) => is(definitionId, '1')),
      ],
    },
  ],
  effect: 'browsers do not process Java from the internet',
  expected: 'Java is disabled in the internet zone, or no browser that could run it is left.',
  limitations: [OTHER_BROWSERS],
})
