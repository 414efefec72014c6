import { is } from '../../readers/intune/rules.ts'
import { ONLY_V3_SIGNATURES } from '../../readers/settings/macro-applications.ts'
import { orOff, perApplication } from './macro-settings.ts'
import { officePolicyCheck } from './office-policies.ts'

/** ISM-1891. */
export const officeMacrosV3Signatures = officePolicyCheck('office-macros-v3-signatures', {
  rules: perApplication('only V3 signatures', (app) => [is(`*${ONLY_V3_SIGNATURES}`, '1'), ...orOff(app)]),
  effect: 'only macros with V3 signatures are trusted',
  expected: 'Policy makes Office trust only macros with V3 signatures, or disables macros altogether.',
})
