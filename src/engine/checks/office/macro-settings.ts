import type { Check } from '../../model/check.ts'
import { type Demand, evaluateDemand } from '../../readers/intune/demand.ts'
import { type ExpectedSetting, is, type Rule } from '../../readers/intune/rules.ts'
import { MACRO_APPLICATIONS, type MacroApplication } from '../../readers/settings/macro-applications.ts'

export const SIGNED_ONLY = '3'
export const DISABLED = '4'

/** Ways in which an application's macros are off. */
export function off(app: MacroApplication): ExpectedSetting[] {
  const notification = is(app.warnings, DISABLED)
  return app.offBy ? [notification, is(app.offBy.settingId, app.offBy.option)] : [notification]
}

/** A rule per application that has the setting. */
export const perApplication = (what: string, ways: (app: MacroApplication) => ExpectedSetting[] | undefined): Rule[] =>
  MACRO_APPLICATIONS.flatMap((app) => {
    const anyOf = ways(app)
    return anyOf ? [{ name: `${app.name}: ${what}`, anyOf }] : []
  })

export function policyCheck(id: string, demand: Demand): Check {
  return { id, version: 1, evaluate: (tenant, parameters) => evaluateDemand(tenant, parameters, demand) }
}
