import { settingsCheck } from '../../readers/intune/demand.ts'
import { rulesOf } from '../../readers/intune/rules.ts'
import { EDGE_HARDENING } from '../../readers/settings/edge-hardening.ts'
import { EDGE_SERVICE, OTHER_BROWSERS, TEMPLATES } from './browser-settings.ts'

/** ISM-1485. */
export const browserAdvertisements = settingsCheck('browser-advertisements', {
  rules: rulesOf(EDGE_HARDENING.filter(({ definitionId }) => definitionId.endsWith('_adssettingforintrusiveadssites'))),
  effect: 'Edge blocks advertisements on sites with intrusive ones',
  expected: 'Policy makes Edge block advertisements on sites with intrusive ones, and a filter blocks all others.',
  limitations: [
    OTHER_BROWSERS,
    'Edge blocks only intrusive advertisements; an advertisement blocker or a DNS filter is not seen.',
  ],
  templateCategories: TEMPLATES,
  alsoSetBy: EDGE_SERVICE,
})
