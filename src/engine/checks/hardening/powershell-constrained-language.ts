import type { Check } from '../../model/check.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { APP_LOCKER_CONTROL } from '../../readers/intune/device-configurations.ts'
import { is } from '../../readers/intune/rules.ts'

const CONFIG = 'device_vendor_msft_policy_config'

/**
 * True for an App Control policy whose XML enforces and covers scripts: audit mode, and the option that leaves scripts
 * out, both leave PowerShell in full language mode.
 */
export function enforcesScripts(xml: string): boolean {
  return /<SiPolicy/i.test(xml) && !/Enabled:\s*Audit Mode/i.test(xml) && !/Disabled:\s*Script Enforcement/i.test(xml)
}

/** ISM-1622: PowerShell goes into constrained language mode of itself where App Control is enforced. */
export const powershellConstrainedLanguage: Check = {
  id: 'powershell-constrained-language',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateDemand(tenant, parameters, {
      rules: [
        {
          name: 'App Control enforced',
          anyOf: [
            is(`${CONFIG}_applicationcontrolv2_auditmode`, 'disabled'),
            { settingId: `${CONFIG}_applicationcontrolv2_xmlupload`, accepts: enforcesScripts },
            { settingId: `${CONFIG}_applicationcontrolv2_policy`, accepts: enforcesScripts },
            { settingId: `${CONFIG}_applicationcontrol_policies_{policyguid}_xml`, accepts: enforcesScripts },
            is(`${CONFIG}_applicationcontrol_built_in_controls_enable_app_control`, '0'),
            { settingId: APP_LOCKER_CONTROL, accepts: (option) => option.startsWith('enforce') },
          ],
        },
      ],
      effect: 'App Control is enforced and keeps PowerShell in constrained language mode',
      expected: 'App Control for Business is enforced on all Windows devices, scripts included.',
      sources: ['catalogue', 'profile', 'intent'],
    }),
}
