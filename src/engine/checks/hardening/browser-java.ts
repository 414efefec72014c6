import { isWindows11 } from '../../readers/devices/windows-fleet.ts'
import { INTERNET_EXPLORER_OFF, JAVA_OFF } from '../../readers/settings/windows-hardening.ts'
import { browserCheck, hardened, OTHER_BROWSERS } from './browser-settings.ts'

/**
 * ISM-1486. Browsers of today have no Java plug-in; only Internet Explorer and its engine obey the zone setting, and
 * with Internet Explorer gone nothing processes Java from the internet.
 */
export const browserJava = browserCheck('browser-java', {
  rules: [
    {
      name: 'Java in the internet zone',
      anyOf: [
        ...hardened(JAVA_OFF, '_iz_partname1c00'),
        { passesOn: isWindows11 },
        ...hardened(INTERNET_EXPLORER_OFF, '_v2'),
      ],
    },
  ],
  effect: 'browsers do not process Java from the internet',
  expected: 'Java is disabled in the internet zone, or no browser that could run it is left.',
  limitations: [OTHER_BROWSERS],
})
