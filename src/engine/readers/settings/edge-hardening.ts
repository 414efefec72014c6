import { choice, enabledWith, type Setting } from './setting.ts'

const EDGE = 'device_vendor_msft_policy_config_microsoft_edge'

/** In the settings catalogue: 1 blocks, 2 only records. */
export const NETWORK_PROTECTION = 'device_vendor_msft_policy_config_defender_enablenetworkprotection'

/**
 * ASD's hardening of Microsoft Edge, ISM-1412 (Microsoft's Intune ACSC Edge hardening policy, MIT). For downloads, option 3
 * blocks all of them and 2 the potentially dangerous ones.
 */
export const EDGE_HARDENING: readonly Setting[] = [
  choice(NETWORK_PROTECTION, '1'),
  enabledWith(
    `${EDGE}v78diff~policy~microsoft_edge_adssettingforintrusiveadssites`,
    'adssettingforintrusiveadssites',
    '2',
  ),
  enabledWith(`${EDGE}~policy~microsoft_edge_downloadrestrictions`, 'downloadrestrictions', '2', '3'),
  choice(`${EDGE}~policy~microsoft_edge_configuredonottrack`, '1'),
  enabledWith(`${EDGE}~policy~microsoft_edge~contentsettings_defaultpopupssetting`, 'defaultpopupssetting', '2'),
  enabledWith(`${EDGE}v83diff~policy~microsoft_edge_dnsoverhttpsmode`, 'dnsoverhttpsmode', 'off'),
  enabledWith(`${EDGE}~policy~microsoft_edge_developertoolsavailability`, 'developertoolsavailability', '2'),
  choice(`${EDGE}v80diff~policy~microsoft_edge_dnsinterceptionchecksenabled`, '0'),
  choice(`${EDGE}~policy~microsoft_edge~passwordmanager_passwordmanagerenabled`, '0'),
  choice(`${EDGE}~policy~microsoft_edge~smartscreen_smartscreenenabled`, '1'),
  choice(`${EDGE}~policy~microsoft_edge~smartscreen_preventsmartscreenpromptoverride`, '1'),
  choice(`${EDGE}~policy~microsoft_edge~smartscreen_preventsmartscreenpromptoverrideforfiles`, '1'),
]
