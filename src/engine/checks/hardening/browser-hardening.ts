import { settingsCheck } from '../../readers/intune/demand.ts'
import { rulesOf } from '../../readers/intune/rules.ts'
import { EDGE_HARDENING } from '../../readers/settings/edge-hardening.ts'
import { EDGE_SERVICE, OTHER_BROWSERS, TEMPLATES } from './browser-settings.ts'

/** ISM-1412: the share of ASD's Edge settings that devices receive with the hardened value. */
export const browserHardening = settingsCheck('browser-hardening', {
  rules: rulesOf(EDGE_HARDENING),
  effect: 'Edge has the settings of ASD’s hardening guidance',
  expected: 'Policy gives all Windows devices the Edge settings of ASD’s hardening guidance.',
  limitations: [OTHER_BROWSERS],
  templateCategories: TEMPLATES,
  alsoSetBy: EDGE_SERVICE,
})
