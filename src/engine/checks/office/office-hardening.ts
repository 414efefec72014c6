import { rulesOf } from '../../readers/intune/rules.ts'
import { OFFICE_HARDENING } from '../../readers/settings/office-hardening.ts'
import { officePolicyCheck, TEMPLATES } from './office-policies.ts'

/** ISM-1859: the share of ASD's Office settings that devices receive with the hardened value. */
export const officeHardening = officePolicyCheck('office-hardening', {
  rules: rulesOf(OFFICE_HARDENING),
  effect: 'Office has the settings of ASD’s hardening guidance',
  expected: 'Policy gives all Windows devices the Office settings of ASD’s hardening guidance.',
  templateCategories: TEMPLATES,
})
