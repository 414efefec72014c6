import { is } from '../../readers/intune/rules.ts'
import { ENABLE_CONTENT_COMMAND, NO_MESSAGE_BAR } from '../../readers/settings/macro-applications.ts'
import { orOff, perApplication } from './macro-settings.ts'
import { officePolicyCheck } from './office-policies.ts'

/** ISM-1675. The Message Bar and the Backstage view are the two places where a user can still enable macros. */
export const officeMacrosUntrustedPublisher = officePolicyCheck('office-macros-untrusted-publisher', {
  rules: [
    ...perApplication('no Message Bar', (app) => [is(NO_MESSAGE_BAR, '1'), ...orOff(app)]),
    ...perApplication('no "Enable Content" in Backstage', (app) =>
      app.disabledCommands
        ? [
            {
              settingId: app.disabledCommands,
              accepts: (option) => option.split(',').includes(ENABLE_CONTENT_COMMAND),
            },
            ...orOff(app),
          ]
        : undefined,
    ),
  ],
  effect: 'users cannot enable macros of an untrusted publisher',
  expected:
    'Policy removes the Message Bar and the "Enable Content" command of the Backstage view, or disables macros altogether.',
})
