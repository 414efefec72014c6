/**
 * The attack surface reduction rules that requirements name, with their ids: settings catalogue, endpoint protection
 * profiles and their templates (beta `windows10EndpointProtectionConfiguration`), and rule GUID for custom profiles.
 * Source: Microsoft Graph reference and the rule reference of Microsoft Defender for Endpoint.
 */

export const ASR_GROUP = 'device_vendor_msft_policy_config_defender_attacksurfacereductionrules'

/** Files and folders that are excluded from every rule. */
export const ASR_EXCLUSIONS = 'device_vendor_msft_policy_config_defender_attacksurfacereductiononlyexclusions'

/** Files and folders that are excluded from one rule; a child of the rule's own setting. */
export const ruleExclusions = ({ settingId }: AsrRule): string => `${settingId}_perruleexclusions`

export interface AsrRule {
  /** Definition id of the settings catalogue; its options are off, block, audit and warn. */
  settingId: string
  /** Properties of an endpoint protection profile. */
  properties: readonly string[]
  guid: string
  /** Its Secure Score control, measured on devices. */
  secureScore: string
}

export const ASR_RULES = {
  officeChildProcesses: {
    settingId: `${ASR_GROUP}_blockallofficeapplicationsfromcreatingchildprocesses`,
    properties: ['defenderOfficeAppsLaunchChildProcessType', 'defenderOfficeAppsLaunchChildProcess'],
    guid: 'd4f940ab-401b-4efc-aadc-ad5f3c50688a',
    secureScore: 'scid_2501',
  },
  officeExecutableContent: {
    settingId: `${ASR_GROUP}_blockofficeapplicationsfromcreatingexecutablecontent`,
    properties: [
      'defenderOfficeAppsExecutableContentCreationOrLaunchType',
      'defenderOfficeAppsExecutableContentCreationOrLaunch',
    ],
    guid: '3b576869-a4ec-4529-8536-b80a7769e899',
    secureScore: 'scid_2502',
  },
  officeCodeInjection: {
    settingId: `${ASR_GROUP}_blockofficeapplicationsfrominjectingcodeintootherprocesses`,
    properties: ['defenderOfficeAppsOtherProcessInjectionType', 'defenderOfficeAppsOtherProcessInjection'],
    guid: '75668c1f-73b5-4cf0-bb93-3ecf5cb7cc84',
    secureScore: 'scid_2503',
  },
  officeMacroWin32: {
    settingId: `${ASR_GROUP}_blockwin32apicallsfromofficemacros`,
    properties: ['defenderOfficeMacroCodeAllowWin32ImportsType', 'defenderOfficeMacroCodeAllowWin32Imports'],
    guid: '92e97fa1-2edf-4476-bdd6-9dd0b4dddc7b',
    secureScore: 'scid_2506',
  },
  adobeChildProcesses: {
    settingId: `${ASR_GROUP}_blockadobereaderfromcreatingchildprocesses`,
    properties: ['defenderAdobeReaderLaunchChildProcess'],
    guid: '7674ba52-37eb-4a4f-a9a1-f0f9a1619a2c',
    secureScore: 'scid_2513',
  },
} as const satisfies Record<string, AsrRule>
