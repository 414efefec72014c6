import { type Expected, type ExpectedSetting, is, isOneOf, type Rule } from '../../readers/intune/rules.ts'
import { MACRO_APPLICATIONS, type MacroApplication, parentOf } from '../../readers/settings/macro-applications.ts'

export const SIGNED_ONLY = '3'
const DISABLED = '4'

/** An application's macro notification with one of these options. */
const notifies = ({ warnings }: MacroApplication, ...options: string[]): ExpectedSetting => ({
  ...isOneOf(warnings, options),
  parentId: parentOf(warnings),
})

/** The application's macros are off, or only signed ones run. */
export const signedOrOff = (app: MacroApplication): Expected => notifies(app, SIGNED_ONLY, DISABLED)

/** The settings that each disable an application's macros. */
export function off(app: MacroApplication): ExpectedSetting[] {
  const notification = notifies(app, DISABLED)
  return app.offBy ? [notification, is(app.offBy.settingId, app.offBy.option)] : [notification]
}

/** Like `off`, where a rule can be met in other ways too: that macros are on is then not a failure by itself. */
export const orOff = (app: MacroApplication): Expected[] => off(app).map((one) => ({ ...one, isOneOfManyWays: true }))

/** A rule per application that has the setting. */
export const perApplication = (what: string, ways: (app: MacroApplication) => Expected[] | undefined): Rule[] =>
  MACRO_APPLICATIONS.flatMap((app) => {
    const anyOf = ways(app)
    return anyOf ? [{ name: `${app.name}: ${what}`, anyOf }] : []
  })
