import type { Check } from '../../../src/engine/model/check.ts'
import * as build from '../intune-builder.ts'
import { mixed } from '../patching-builder.ts'
import { PARAMETERS, tenantOf, type Values } from '../snapshot-builder.ts'

// Evaluated on 1 March 2026: the update of 10 February is the newest, and that of 13 January is more than 30 days old.
export const FEBRUARY = '10.0.26100.7840'
export const JANUARY = '10.0.26100.7623'
export const NOVEMBER = '10.0.26100.7171'

const UPDATES: Values = {
  windowsQualityUpdateProfiles: [],
  windowsFeatureUpdateProfiles: [],
  windowsDriverUpdateProfiles: [],
}
export const evaluate = (check: Check, values: Values, parameters = PARAMETERS) =>
  check.evaluate(tenantOf(build.intune({ ...UPDATES, managedDevices: mixed(10, FEBRUARY, ''), ...values })), parameters)
