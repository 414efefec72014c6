import { settingsCheck } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { ONLY_V3_SIGNATURES } from '../../readers/settings/macro-applications.ts'
import { CLOUD_POLICY } from './hardening-settings.ts'
import { off, perApplication } from './macro-settings.ts'

/** ISM-1891. */
export const officeMacrosV3Signatures = settingsCheck('office-macros-v3-signatures', {
  rules: perApplication('only V3 signatures', (app) => [is(`*${ONLY_V3_SIGNATURES}`, '1'), ...off(app)]),
  effect: 'only V3 signatures of macros are trusted',
  expected: 'Policy lets Office trust V3 signatures of macros only, or disables macros altogether.',
  alsoSetBy: CLOUD_POLICY,
})
