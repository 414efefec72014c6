import { rulesOf } from '../../readers/intune/rules.ts'
import { OFFICE_HARDENING } from '../../readers/settings/office-hardening.ts'
import { officePolicyCheck, TEMPLATES } from './office-policies.ts'

/** ISM-1823: users cannot change a setting that policy delivers, whatever its value. */
export const officeSettingsLocked = officePolicyCheck('office-settings-locked', {
  rules: rulesOf(OFFICE_HARDENING, true),
  effect: 'Office’s security settings come from policy, not from the user',
  expected: 'Policy delivers Office’s security settings to all Windows devices, so that users cannot change them.',
  templateCategories: TEMPLATES,
})
