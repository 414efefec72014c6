import { is } from '../../readers/intune/rules.ts'
import { MIXED_LOCATIONS } from '../../readers/settings/macro-applications.ts'
import { off, orOff, perApplication, signedOrOff } from './macro-settings.ts'
import { officePolicyCheck } from './office-policies.ts'

/**
 * ISM-1674. Macros run in trusted locations, so users must not be able to add one. If an application's macros are off,
 * this, ISM-1675 and ISM-1891 are met too: each demands that some kind of macro cannot run, and then none can.
 */
export const officeMacrosTrustedOnly = officePolicyCheck('office-macros-trusted-only', {
  rules: [
    ...perApplication('only signed macros', (app) => [...off(app), signedOrOff(app)]),
    ...perApplication('no trusted locations of users', (app) =>
      app.trustedLocationsOff ? [is(app.trustedLocationsOff, '1'), is(MIXED_LOCATIONS, '0'), ...orOff(app)] : undefined,
    ),
    ...perApplication('no trusted locations on the network', (app) =>
      app.networkLocations ? [is(app.networkLocations, '0'), ...orOff(app)] : undefined,
    ),
  ],
  effect: 'only signed macros and those in managed trusted locations run',
  expected:
    'Policy lets no macro run, or only those signed by a trusted publisher or in a trusted location that users cannot choose.',
})
