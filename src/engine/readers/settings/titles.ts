/**
 * The titles of settings in the settings catalogue, by the last part of their ids that names them. Sources: Microsoft Learn,
 * "Microsoft 365 Apps for Enterprise security baseline settings reference", "Microsoft Edge - Policies" and the policy
 * reference of each Windows setting.
 */
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Office
    allowedextensions: 'Allow file extensions for OLE embedding',
    allowmixofpolicyanduserlocations: 'Allow mix of policy and user locations',
    allowtrustedlocationsonthenetwork: 'Allow Trusted Locations on the network',
    applymacrosecuritysettings: 'Apply macro security settings to macros, add-ins and additional actions',
    automationsecurity: 'Automation Security',
    blockmacroexecutionfrominternet: 'Block macros from running in Office files from the Internet',
    dbaseiiiandivfiles: 'dBase III / IV files',
    difandsylkfiles: 'Dif and Sylk files',
    disableallactivex: 'Disable All ActiveX',
    disableddeserverlaunch: 'Don’t allow Dynamic Data Exchange (DDE) server launch in Excel',
    disableddeserverlookup: 'Don’t allow Dynamic Data Exchange (DDE) server lookup in Excel',
    disableoptinwizard: 'Disable Opt-in Wizard on first run',
    disabletrustbarnotificationforunsigned:
      'Disable Trust Bar Notification for unsigned application add-ins and block them',
    disabletrustedloc: 'Disable all trusted locations',
    disablevbaforofficeapplications319: 'Disable VBA for Office applications',
    donotopenfilesfromtheinternetzoneinprotectedview: 'Do not open files from the Internet zone in Protected View',
    donotopenfilesinunsafelocationsinprotectedview: 'Do not open files in unsafe locations in Protected View',
    enableblockunsecurequeryfiles: 'Always prevent untrusted Microsoft Query files from opening',
    enablecustomerexperienceimprovementprogram: 'Enable Customer Experience Improvement Program',
    enabledatabasefileprotectedview: 'Always open untrusted database files in Protected View',
    enablemicrosoftvisualbasicforapplicationsproject: 'Enable Microsoft Visual Basic for Applications project creation',
    excel2macrosheetsandaddinfiles: 'Excel 2 macrosheets and add-in files',
    excel2worksheets: 'Excel 2 worksheets',
    excel3macrosheetsandaddinfiles: 'Excel 3 macrosheets and add-in files',
    excel3worksheets: 'Excel 3 worksheets',
    excel4macrosheetsandaddinfiles: 'Excel 4 macrosheets and add-in files',
    excel4workbooks: 'Excel 4 workbooks',
    excel4worksheets: 'Excel 4 worksheets',
    excel95workbooks: 'Excel 95 workbooks',
    excel9597workbooksandtemplates: 'Excel 95-97 workbooks and templates',
    excel972003workbooksandtemplates: 'Excel 97-2003 workbooks and templates',
    forcefileextenstionstomatch: 'Force file extension to match file type',
    forceruntimeavscan: 'Force Runtime AV Scan',
    loadmicrosoftvisualbasicforapplicationsprojectsf: 'Load Microsoft Visual Basic for Applications projects from text',
    macroruntimescanscope: 'Macro Runtime Scan Scope',
    makehiddenmarkupvisible: 'Make hidden markup visible',
    onlytrustvbasignaturev3: 'Only trust VBA macros that use V3 signatures',
    ppt2007andlaterpresentationsshowstemplatesthemesandaddinfiles:
      'PowerPoint 2007 and later presentations, shows, templates, themes and add-in files',
    publisherautomationsecuritylevel: 'Publisher Automation Security Level',
    requirethatapplicationextensionsaresigned: 'Require that application add-ins are signed by Trusted Publisher',
    runprograms: 'Run Programs',
    screenshot: 'Allow including screenshot with Office Feedback',
    securityleveloutlook: 'Security setting for macros',
    sendcustomerdata: 'Send personal information',
    sendfeedback: 'Send Office Feedback',
    sendtelemetry: 'Configure the level of client software diagnostic data sent by Office to Microsoft',
    setdefaultfileblockbehavior: 'Set default file block behavior',
    setdocumentbehavioriffilevalidationfails: 'Set document behavior if file validation fails',
    trustaccesstovisualbasicproject: 'Trust access to Visual Basic Project',
    turnofffilevalidation: 'Turn off file validation',
    turnoffprotectedviewforattachmentsopenedfromoutlook: 'Turn off Protected View for attachments opened from Outlook',
    turnofftrusteddocuments: 'Turn off trusted documents',
    turnofftrusteddocumentsonthenetwork: 'Turn off Trusted Documents on the network',
    updateautomaticlinksatopen: 'Update automatic links at Open',
    updatereliabilitypolicy: 'Automatically receive small updates to improve reliability',
    vbawarningspolicy: 'VBA Macro Notification Settings',
    visio2000files: 'Visio 2000-2002 Binary Drawings, Templates and Stencils',
    visio2003files: 'Visio 2003-2010 Binary Drawings, Templates and Stencils',
    visio50andearlierfiles: 'Visio 5.0 or earlier Binary Drawings, Templates and Stencils',
    webpagesandexcel2003xmlspreadsheets: 'Web pages and Excel 2003 XML spreadsheets',
    word2000binarydocumentsandtemplates: 'Word 2000 binary documents and templates',
    word2003binarydocumentsandtemplates: 'Word 2003 binary documents and templates',
    word2007andlaterbinarydocumentsandtemplates: 'Word 2007 and later binary documents and templates',
    word2andearlierbinarydocumentsandtemplates: 'Word 2 and earlier binary documents and templates',
    word6pt0binarydocumentsandtemplates: 'Word 6.0 binary documents and templates',
    word95binarydocumentsandtemplates: 'Word 95 binary documents and templates',
    word97binarydocumentsandtemplates: 'Word 97 binary documents and templates',
    wordxpbinarydocumentsandtemplates: 'Word XP binary documents and templates',
    // Edge
    adssettingforintrusiveadssites: 'Ads setting for sites with intrusive ads',
    configuredonottrack: 'Configure Do Not Track',
    defaultpopupssetting: 'Default pop-up window setting',
    developertoolsavailability: 'Control where developer tools can be used',
    dnsinterceptionchecksenabled: 'DNS interception checks enabled',
    dnsoverhttpsmode: 'Control the mode of DNS-over-HTTPS',
    downloadrestrictions: 'Allow download restrictions',
    passwordmanagerenabled: 'Enable saving passwords to the password manager',
    preventsmartscreenpromptoverride: 'Prevent bypassing Microsoft Defender SmartScreen prompts for sites',
    preventsmartscreenpromptoverrideforfiles:
      'Prevent bypassing of Microsoft Defender SmartScreen warnings about downloads',
    smartscreenenabled: 'Configure Microsoft Defender SmartScreen',
    // Windows
    auditmode: 'Audit Mode of App Control for Business',
    auditprocesscreation: 'Audit Process Creation',
    backupdirectory: 'Backup Directory of Windows LAPS',
    buildoptions: 'Build Options of App Control for Business',
    configurelsaprotectedprocess: 'Configure Lsa Protected Process',
    disableinternetexplorerapp: 'Disable Internet Explorer 11 as a standalone browser',
    enablemodulelogging: 'Turn on Module Logging',
    enablenetworkprotection: 'Enable Network Protection',
    enabletranscripting: 'Turn on PowerShell Transcription',
    hypervisorenforcedcodeintegrity: 'Hypervisor Enforced Code Integrity',
    includecmdline: 'Include command line in process creation events',
    internetzonejavapermissions: 'Internet Zone Java Permissions',
    lsacfgflags: 'Credential Guard',
    remotehostallowsdelegationofnonexportablecredentials: 'Remote host allows delegation of non-exportable credentials',
    requiresecuritydevice: 'Require Security Device for Windows Hello for Business',
    turnonpowershellscriptblocklogging: 'Turn on PowerShell Script Block Logging',
    usepassportforwork: 'Use Windows Hello For Business',
  }),
)

/** The name of a setting in its id, as in `turnofftrusteddocuments`, and its title, if we know it. */
interface NamedSetting {
  name: string
  title?: string
}

/** A child, as in `…_l_vbawarningspolicy_l_empty3`, has the name of its parent. */
export function nameSetting(settingId: string): NamedSetting {
  const parts = settingId.toLowerCase().split(/[~_/]/)
  const name = parts.findLast((part) => TITLES.has(part))
  const title = name === undefined ? undefined : TITLES.get(name)
  if (name !== undefined && title !== undefined) return { name, title }
  return { name: /[^~_/]+(_v\d+)?$/.exec(settingId)?.[0] ?? settingId }
}

const WITH_LOCK = ['Disabled', 'Enabled with UEFI lock', 'Enabled without UEFI lock']

/**
 * The options of settings that number them from 0. Sources: Microsoft Learn, "LAPS CSP", and the policy reference of
 * DeviceGuard, LocalSecurityAuthority and Defender.
 */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    backupdirectory: ['Disabled', 'Microsoft Entra ID', 'Active Directory'],
    configurelsaprotectedprocess: WITH_LOCK,
    enablenetworkprotection: ['Disabled', 'Enabled (block mode)', 'Enabled (audit mode)'],
    hypervisorenforcedcodeintegrity: WITH_LOCK,
    lsacfgflags: WITH_LOCK,
  }),
)

/**
 * The lists of options that belong to settings of administrative templates, by the last part of their ids. Sources: Microsoft's
 * description of the settings catalogue, as the documentation of Microsoft365DSC prints it for each setting; Microsoft Learn,
 * "Microsoft Edge - Policies" and the security baseline for Windows.
 */
const LISTS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [
    /_vbawarningspolicy_l_empty\d*$/,
    {
      1: 'Enable VBA macros (not recommended)',
      2: 'Disable VBA macros with notification',
      3: 'Disable VBA macros except digitally signed macros',
      4: 'Disable VBA macros without notification',
    },
  ],
  [
    /_l_macroruntimescanscopeenum$/,
    { 0: 'Disable for all documents', 1: 'Enable for low trust documents', 2: 'Enable for all documents' },
  ],
  [
    /_adssettingforintrusiveadssites_adssettingforintrusiveadssites$/,
    { 1: 'Allow ads on all sites', 2: 'Block ads on sites with intrusive ads' },
  ],
  [/_internetzonejavapermissions_iz_partname1c00$/, { 0: 'Disable Java' }],
]

/** Settings that a template switches: 0 and 1 in the catalogue. Some ids do not say that they come from one. */
const SWITCHED = /~policy~|_(remotehostallowsdelegationofnonexportablecredentials|disableinternetexplorerapp)$/
const SWITCH: Readonly<Record<string, string>> = { 0: 'Disabled', 1: 'Enabled' }

/** An option in the words of its vendor, if we know them. */
export function nameOption(settingId: string, option: string): string {
  const id = settingId.toLowerCase()
  const list = LISTS.find(([ending]) => ending.test(id))?.[1] ?? (isSwitch(id) ? SWITCH : undefined)
  return list?.[option] ?? OPTIONS.get(nameSetting(id).name)?.find((_, index) => String(index) === option) ?? option
}

/** A child of a setting, whose id continues after the title's name, has options of its own. */
const isSwitch = (id: string): boolean => SWITCHED.test(id) && id.endsWith(nameSetting(id).name)
