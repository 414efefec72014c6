import { isWindows11 } from '../../readers/devices/windows-fleet.ts'
import { settingsCheck } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'

const IE_OFF = 'device_vendor_msft_policy_config_internetexplorer_disableinternetexplorerapp'

/** ISM-1654. Windows 11 comes without Internet Explorer. */
export const internetExplorerDisabled = settingsCheck('internet-explorer-disabled', {
  rules: [
    {
      name: 'Internet Explorer 11',
      anyOf: [{ passesOn: isWindows11 }, is(IE_OFF, '1')],
    },
  ],
  effect: 'Internet Explorer 11 is absent or disabled',
  expected: 'Every Windows device runs Windows 11 or has a policy that disables Internet Explorer 11.',
})
