import { EDGE_HARDENING } from '../../readers/settings/edge-hardening.ts'
import { browserCheck, hardened, OTHER_BROWSERS, TEMPLATES } from './browser-settings.ts'

/** ISM-1485. */
export const browserAdvertisements = browserCheck('browser-advertisements', {
  rules: [
    {
      name: 'intrusive advertisements',
      anyOf: hardened(EDGE_HARDENING, '_adssettingforintrusiveadssites_adssettingforintrusiveadssites'),
    },
  ],
  effect: 'Edge blocks advertisements on sites with intrusive ones',
  expected: 'Policy makes Edge block advertisements on sites with intrusive ones, beside a filter for all others.',
  limitations: [
    OTHER_BROWSERS,
    'Edge blocks intrusive advertisements only; an advertisement blocker or a filtering name server is not seen.',
  ],
  templateCategories: TEMPLATES,
})
