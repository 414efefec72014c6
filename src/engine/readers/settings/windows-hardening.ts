import { choice, enabledWith, type Setting } from './setting.ts'

const CONFIG = 'device_vendor_msft_policy_config'

/** Internet Explorer 11 off on Windows 10, ISM-1654. */
export const INTERNET_EXPLORER_OFF: readonly Setting[] = [
  enabledWith(`${CONFIG}_internetexplorer_disableinternetexplorerapp_v2`, 'notifydisableieoptions', '0'),
]

/** Java off in the internet zone, ISM-1486. */
export const JAVA_OFF: readonly Setting[] = [
  enabledWith(`${CONFIG}_internetexplorer_internetzonejavapermissions`, 'iz_partname1c00', '0'),
]

/** PowerShell's three kinds of logging, ISM-1623. */
export const POWERSHELL_LOGGING: readonly Setting[] = [
  choice(`${CONFIG}_windowspowershell_turnonpowershellscriptblocklogging`, '1'),
  choice(`${CONFIG}_admx_powershellexecutionpolicy_enablemodulelogging`, '1'),
  choice(`${CONFIG}_admx_powershellexecutionpolicy_enabletranscripting`, '1'),
]

/** Process creation with its command line, ISM-1889. */
export const COMMAND_LINE_LOGGING: readonly Setting[] = [
  choice(`${CONFIG}_audit_detailedtracking_auditprocesscreation`, '1'),
  choice(`${CONFIG}_admx_auditsettings_includecmdline`, '1'),
]

/** The group under which the settings catalogue keeps Windows Hello for Business; the braces are part of the id. */
export const WINDOWS_HELLO_GROUP = 'device_vendor_msft_passportforwork_{tenantid}'

/** Windows Hello for Business on, ISM-0974 and ISM-1682. Below `WINDOWS_HELLO_GROUP`. */
export const WINDOWS_HELLO: readonly Setting[] = [
  choice(`${WINDOWS_HELLO_GROUP}_policies_usepassportforwork`, 'true'),
  choice(`${WINDOWS_HELLO_GROUP}_policies_requiresecuritydevice`, 'true'),
]

/** App Control for Business with its built-in policy enforced, which puts PowerShell into constrained language mode. */
export const APP_CONTROL_ENFORCED: readonly Setting[] = [
  choice(
    `${CONFIG}_applicationcontrolv2_buildoptions`,
    'built_in_controls_selected',
    choice(`${CONFIG}_applicationcontrolv2_auditmode`, 'disabled'),
  ),
]
