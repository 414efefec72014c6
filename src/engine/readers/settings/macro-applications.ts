import { ACCESS, EXCEL, OFFICE, OUTLOOK, POWERPOINT, PROJECT, PUBLISHER, VISIO, WORD } from './office-prefixes.ts'

const CONFIG = 'user_vendor_msft_policy_config'

/** VBA off for Word, Excel, PowerPoint, Outlook and Publisher together. */
export const VBA_OFF = `${OFFICE}~l_securitysettings_l_disablevbaforofficeapplications319`
/** The Message Bar's security notices off in every application. */
export const NO_MESSAGE_BAR = `${OFFICE}~l_securitysettings_l_disablealltrustbarnotificationsfor`
/** What antivirus scans of running macros: 0 nothing, 1 documents of low trust, 2 every document. */
export const MACRO_SCAN_SCOPE = `${OFFICE}~l_securitysettings_l_macroruntimescanscope_l_macroruntimescanscopeenum`
/** 0 if users may not add trusted locations of their own. */
export const MIXED_LOCATIONS = `${OFFICE}~l_securitysettings~l_trustcenter241_l_allowmixofpolicyanduserlocations`
/** Its catalogue prefix has changed with versions of the templates; the end has not. */
export const ONLY_V3_SIGNATURES = '_l_onlytrustvbasignaturev3'
/** The "Enable Content" command of the Backstage view. */
export const ENABLE_CONTENT_COMMAND = '19092'

/** One application's settings that decide on its macros. Ids as in Microsoft's Intune ACSC policies (MIT). */
export interface MacroApplication {
  name: string
  /** Macro notification: 4 disables all macros, 3 all except signed ones. */
  warnings: string
  /** Another setting and option that disables the application's macros. */
  offBy?: { settingId: string; option: string }
  blockInternet?: string
  trustedLocationsOff?: string
  networkLocations?: string
  /** Commands that are removed from the user interface. */
  disabledCommands?: string
}

/** The choice that a list of options belongs to, such as the one for `…_vbawarningspolicy_l_empty19`. */
export const parentOf = (settingId: string): string => settingId.slice(0, settingId.lastIndexOf('_l_'))

const vbaOff = { settingId: VBA_OFF, option: '1' }

export const MACRO_APPLICATIONS: readonly MacroApplication[] = [
  {
    name: 'Word',
    warnings: `${WORD}~l_trustcenter_l_vbawarningspolicy_l_empty19`,
    offBy: vbaOff,
    blockInternet: `${WORD}~l_trustcenter_l_blockmacroexecutionfrominternet`,
    trustedLocationsOff: `${WORD}~l_trustcenter~l_trustedlocations_l_disabletrustedloc`,
    networkLocations: `${WORD}~l_trustcenter~l_trustedlocations_l_allowtrustedlocationsonthenetwork`,
    disabledCommands: `${CONFIG}_word16v2~policy~l_microsoftofficeword~l_disableitemsinuserinterface~l_custom_l_disablecommandbarbuttonsandmenuitems174_l_enteracommandbaridtodisable`,
  },
  {
    name: 'Excel',
    warnings: `${EXCEL}~l_trustcenter_l_vbawarningspolicy_l_empty4`,
    offBy: vbaOff,
    blockInternet: `${EXCEL}~l_trustcenter_l_blockmacroexecutionfrominternet`,
    trustedLocationsOff: `${EXCEL}~l_trustcenter~l_trustedlocations_l_disabletrustedloc`,
    networkLocations: `${EXCEL}~l_trustcenter~l_trustedlocations_l_allowtrustedlocationsonthenetwork`,
    disabledCommands: `${CONFIG}_excel16v2~policy~l_microsoftofficeexcel~l_disableitemsinuserinterface~l_custom_l_disablecommandbarbuttonsandmenuitems165_l_enteracommandbaridtodisable`,
  },
  {
    name: 'PowerPoint',
    warnings: `${POWERPOINT}~l_trustcenter_l_vbawarningspolicy_l_empty3`,
    offBy: vbaOff,
    blockInternet: `${POWERPOINT}~l_trustcenter_l_blockmacroexecutionfrominternet`,
    trustedLocationsOff: `${POWERPOINT}~l_trustcenter~l_trustedlocations_l_disabletrustedloc`,
    networkLocations: `${POWERPOINT}~l_trustcenter~l_trustedlocations_l_allowtrustedlocationsonthenetwork`,
    disabledCommands: `${CONFIG}_ppt16v2~policy~l_microsoftofficepowerpoint~l_disableitemsinuserinterface~l_custom_l_disablecommandbarbuttonsandmenuitems157_l_enteracommandbaridtodisable`,
  },
  {
    name: 'Access',
    warnings: `${ACCESS}~l_trustcenter_l_vbawarningspolicy_l_empty`,
    blockInternet: `${ACCESS}~l_trustcenter_l_blockmacroexecutionfrominternet`,
    trustedLocationsOff: `${ACCESS}~l_trustcenter~l_trustedlocations_l_disabletrustedloc`,
    networkLocations: `${ACCESS}~l_trustcenter~l_trustedlocations_l_allowtrustedlocationsonthenetwork`,
    disabledCommands: `${CONFIG}_access16v2~policy~l_microsoftofficeaccess~l_disableitemsinuserinterface~l_custom_l_disablecommandbarbuttonsandmenuitems85_l_enteracommandbaridtodisable`,
  },
  {
    name: 'Outlook',
    warnings: `${OUTLOOK}~l_trustcenter_l_securityleveloutlook_l_securitylevel`,
    offBy: vbaOff,
    disabledCommands: `${CONFIG}_outlk16v2~policy~l_microsoftofficeoutlook~l_disableitemsinuserinterface~l_custom_l_disablecommandbar38_l_enteracommandbaridtodisable`,
  },
  {
    name: 'Visio',
    warnings: `${VISIO}~l_trustcenter_l_vbawarningspolicy_l_empty`,
    offBy: {
      settingId: `${VISIO}~l_macrosecurity_l_enablemicrosoftvisualbasicforapplicationsproject`,
      option: '0',
    },
    blockInternet: `${VISIO}~l_trustcenter_l_blockmacroexecutionfrominternet`,
    trustedLocationsOff: `${VISIO}~l_trustcenter_l_disabletrustedloc`,
    networkLocations: `${VISIO}~l_trustcenter_l_allowtrustedlocationsonthenetwork`,
    disabledCommands: `${CONFIG}_visio16v2~policy~l_microsoftvisio~l_disableitemsinuserinterface~l_custom_l_disablecommandbarbuttonsandmenuitems1_l_enteracommandbaridtodisable`,
  },
  {
    name: 'Project',
    warnings: `${PROJECT}~l_trustcenter_l_vbawarningspolicy_l_empty`,
    trustedLocationsOff: `${PROJECT}~l_trustcenter_l_disabletrustedloc`,
    networkLocations: `${PROJECT}~l_trustcenter_l_allowtrustedlocationsonthenetwork`,
  },
  {
    name: 'Publisher',
    warnings: `${PUBLISHER}~l_trustcenter_l_vbawarningspolicy_l_empty0`,
    offBy: vbaOff,
    disabledCommands: `${CONFIG}_pub16v2~policy~l_microsoftofficepublisher~l_disableitemsinuserinterface~l_custom_l_disablecommandbarbuttonsandmenuitems2_l_enteracommandbaridtodisable`,
  },
]
