import type { Check } from '../../model/check.ts'
import { BUILT_IN, evaluateAspect, lockerThat, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import { coversScripts, lockerEnforces } from '../../readers/application-control/xml.ts'

/**
 * ISM-1622. PowerShell enters constrained language mode automatically where App Control is enforced for programs and scripts
 * (user-mode code integrity, without the option that leaves scripts out), or where AppLocker's script rules are enforced.
 * Other application control, or a logon script, may do the same.
 */
export const powershellConstrainedLanguage: Check = {
  id: 'powershell-constrained-language',
  version: 3,
  counts: 'device',
  evaluate: (tenant, parameters) =>
    evaluateAspect(tenant, parameters, {
      rules: [
        {
          name: 'scripts under application control',
          anyOf: [...BUILT_IN, PROFILE, ...xmlThat(coversScripts), lockerThat('script', lockerEnforces)],
        },
      ],
      effect: 'application control is enforced for scripts and keeps PowerShell in constrained language mode',
      expected: 'App Control for Business or AppLocker is enforced for scripts on all Windows devices.',
    }),
}
