import { isWithoutInternetExplorer } from '../../readers/devices/windows-fleet.ts'
import { settingsCheck } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'

const IE_OFF = 'device_vendor_msft_policy_config_internetexplorer_disableinternetexplorerapp'

/** ISM-1654. Windows 11 comes without Internet Explorer, and current versions of Windows 10 disable it. */
export const internetExplorerDisabled = settingsCheck('internet-explorer-disabled', {
  rules: [
    {
      name: 'Internet Explorer 11',
      anyOf: [{ passesOn: isWithoutInternetExplorer }, is(IE_OFF, '1')],
    },
  ],
  effect: 'Internet Explorer 11 is absent or disabled',
  expected: 'Every Windows device runs a version without Internet Explorer 11, or has a policy that disables it.',
  limitations: [
    'On Windows 10 an update of Edge disabled Internet Explorer in 2023; whether each device has that update is not read.',
  ],
})
