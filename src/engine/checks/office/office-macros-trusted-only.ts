import { is } from '../../readers/intune/rules.ts'
import { MIXED_LOCATIONS } from '../../readers/settings/macro-applications.ts'
import { DISABLED, off, perApplication, policyCheck, SIGNED_ONLY } from './macro-settings.ts'

/**
 * ISM-1674. Trusted locations may run macros, so users must not make a location of their own choice trusted.
 * Where an application's macros are off there is nothing left to run, which meets this, ISM-1675 and ISM-1891 too:
 * each asks that macros of some kind cannot run, and then none can.
 */
export const officeMacrosTrustedOnly = policyCheck('office-macros-trusted-only', {
  rules: [
    ...perApplication('only signed macros', (app) => [
      ...off(app),
      { settingId: app.warnings, accepts: (option) => option === SIGNED_ONLY || option === DISABLED },
    ]),
    ...perApplication('no trusted locations of users', (app) =>
      app.trustedLocationsOff ? [is(app.trustedLocationsOff, '1'), is(MIXED_LOCATIONS, '0'), ...off(app)] : undefined,
    ),
    ...perApplication('no trusted locations on the network', (app) =>
      app.networkLocations ? [is(app.networkLocations, '0'), ...off(app)] : undefined,
    ),
  ],
  effect: 'only signed macros and those of managed trusted locations run',
  expected:
    'Policy lets no macro run, or only those signed by a trusted publisher or lying in a trusted location that users cannot choose.',
})
