import { isWithoutInternetExplorer } from '../../readers/devices/windows-fleet.ts'
import { settingsCheck } from '../../readers/intune/demand.ts'
import { hardened, is } from '../../readers/intune/rules.ts'
import { INTERNET_EXPLORER_OFF, JAVA_OFF } from '../../readers/settings/windows-hardening.ts'
import { OTHER_BROWSERS } from './browser-settings.ts'

/**
 * ISM-1486. Current browsers have no Java plug-in; only Internet Explorer and its engine use the zone setting. Without
 * Internet Explorer that engine is left in Edge's Internet Explorer mode, which loads ActiveX controls such as Java on
 * sites that an administrator or the user chose (Microsoft Learn, "What is Internet Explorer (IE) mode?"); those are not read.
 */
export const browserJava = settingsCheck('browser-java', {
  rules: [
    {
      name: 'Java in the internet zone',
      anyOf: [
        ...JAVA_OFF.map(hardened),
        { passesOn: isWithoutInternetExplorer },
        ...INTERNET_EXPLORER_OFF.map(({ definitionId }) => is(definitionId, '1')),
      ],
    },
  ],
  effect: 'browsers do not process Java from the internet',
  expected: 'Java is disabled in the internet zone, or no browser that could run it is left.',
  limitations: [
    OTHER_BROWSERS,
    'Which sites Edge opens in Internet Explorer mode, where Java may still run if it is installed, is not read.',
  ],
})
