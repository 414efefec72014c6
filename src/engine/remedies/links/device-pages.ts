import type { Link } from '../../model/remedy.ts'

/** Pages of Intune, Defender and the Microsoft 365 Apps admin center where several remedies are done. */
export const INTUNE = {
  updates: {
    title: 'Windows updates in Intune',
    url: 'https://intune.microsoft.com/#view/Microsoft_Intune_DeviceSettings/DevicesMenu/~/windows10Update',
  },
  compliance: {
    title: 'Compliance policies in Intune',
    url: 'https://intune.microsoft.com/#view/Microsoft_Intune_DeviceSettings/DevicesMenu/~/compliance',
  },
  cleanUp: {
    title: 'Device clean-up rules in Intune',
    url: 'https://intune.microsoft.com/#view/Microsoft_Intune_DeviceSettings/DevicesMenu/~/deviceCleanUp',
  },
  defenderConnector: {
    title: 'Connection of Intune with Defender for Endpoint',
    url: 'https://intune.microsoft.com/#view/Microsoft_Intune_DeviceSettings/TenantAdminConnectorsMenu/~/windowsDefenderATP',
  },
  start: { title: 'Intune admin center', url: 'https://intune.microsoft.com/' },
} as const satisfies Record<string, Link>

export const DEFENDER = {
  start: { title: 'Defender portal', url: 'https://security.microsoft.com/' },
  settings: { title: 'Settings of the Defender portal', url: 'https://security.microsoft.com/securitysettings' },
  vulnerabilities: { title: 'Vulnerabilities in Defender', url: 'https://security.microsoft.com/vulnerabilities/cves' },
  firmware: {
    title: 'Hardware and firmware in Defender',
    url: 'https://security.microsoft.com/vulnerability-management-inventories/hardwareAndFirmware',
  },
  streaming: {
    title: 'Streaming API of Defender',
    url: 'https://security.microsoft.com/securitysettings/defender/raw_data_export',
  },
} as const satisfies Record<string, Link>

export const OFFICE_UPDATES: Link = {
  title: 'Cloud update in the Microsoft 365 Apps admin center',
  url: 'https://config.office.com/officeSettings/MPOverview',
}
