import type { Check } from '../model/check.ts'
import { type Demand, judgeDemand } from './intune-judge.ts'
import { rulesOf } from './intune-rules.ts'
import { OFFICE_HARDENING } from './settings/office-hardening.ts'

const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)

function hardeningCheck(id: string, demand: Demand): Check {
  return { id, version: 1, evaluate: (tenant, parameters) => judgeDemand(tenant, parameters, demand) }
}

/** ISM-1859: the share of ASD's Office settings that devices receive with the hardened value. */
export const officeHardening = hardeningCheck('office-hardening', {
  rules: rulesOf(OFFICE_HARDENING),
  effect: "Office has the settings of ASD's hardening guidance",
  expected: "Policy gives all Windows devices the Office settings of ASD's hardening guidance.",
  templateCategories: TEMPLATES,
})

/** ISM-1823: a setting that policy delivers is out of the user's hands, whatever its value. */
export const officeSettingsLocked = hardeningCheck('office-settings-locked', {
  rules: rulesOf(OFFICE_HARDENING, true),
  effect: "Office's security settings come from policy and not from the user",
  expected: "Policy delivers Office's security settings to all Windows devices, so that users cannot change them.",
  templateCategories: TEMPLATES,
})
