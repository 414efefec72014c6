import { settingsCheck } from '../../readers/intune/demand.ts'
import { rulesOf } from '../../readers/intune/rules.ts'
import { EDGE_HARDENING } from '../../readers/settings/edge-hardening.ts'
import { EDGE_SERVICE, OTHER_BROWSERS, TEMPLATES } from './browser-settings.ts'

/** ISM-1585. Recommended Edge policies, which users can change, have ids of their own and do not count. */
export const browserSettingsLocked = settingsCheck('browser-settings-locked', {
  rules: rulesOf(EDGE_HARDENING, true),
  effect: 'Edge’s security settings come from mandatory policy, not from the user',
  expected: 'Mandatory policy delivers Edge’s security settings to all Windows devices.',
  limitations: [OTHER_BROWSERS],
  templateCategories: TEMPLATES,
  alsoSetBy: EDGE_SERVICE,
})
