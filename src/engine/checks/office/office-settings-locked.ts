import { rulesOf } from '../../readers/intune/rules.ts'
import { OFFICE_HARDENING } from '../../readers/settings/office-hardening.ts'
import { hardeningCheck, TEMPLATES } from './hardening-settings.ts'

/** ISM-1823: a setting that policy delivers is out of the user's hands, whatever its value. */
export const officeSettingsLocked = hardeningCheck('office-settings-locked', {
  rules: rulesOf(OFFICE_HARDENING, true),
  effect: "Office's security settings come from policy and not from the user",
  expected: "Policy delivers Office's security settings to all Windows devices, so that users cannot change them.",
  templateCategories: TEMPLATES,
})
