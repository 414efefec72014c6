import { settingsCheck } from '../../readers/intune/demand.ts'
import { rulesOf } from '../../readers/intune/rules.ts'
import { OFFICE_HARDENING } from '../../readers/settings/office-hardening.ts'
import { CLOUD_POLICY, TEMPLATES } from './hardening-settings.ts'

/** ISM-1859: the share of ASD's Office settings that devices receive with the hardened value. */
export const officeHardening = settingsCheck('office-hardening', {
  rules: rulesOf(OFFICE_HARDENING),
  effect: "Office has the settings of ASD's hardening guidance",
  expected: "Policy gives all Windows devices the Office settings of ASD's hardening guidance.",
  templateCategories: TEMPLATES,
  alsoSetBy: CLOUD_POLICY,
})
