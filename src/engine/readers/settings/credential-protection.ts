import { choice, type Setting } from './setting.ts'

const CONFIG = 'device_vendor_msft_policy_config'

/** A setting of which several options count, for example with or without a UEFI lock. */
export interface ProtectionSetting {
  settingId: string
  options: readonly string[]
  /** The end of its path in a custom profile, in lower case. */
  customPath: string
}

/** Memory integrity (hypervisor-protected code integrity), ISM-1896: on with UEFI lock, or without. */
export const MEMORY_INTEGRITY: ProtectionSetting = {
  settingId: `${CONFIG}_virtualizationbasedtechnology_hypervisorenforcedcodeintegrity`,
  options: ['1', '2'],
  customPath: '/policy/config/virtualizationbasedtechnology/hypervisorenforcedcodeintegrity',
}

/** The Local Security Authority as a protected process, ISM-1861: on with UEFI lock, or without. */
export const LSA_PROTECTION: ProtectionSetting = {
  settingId: `${CONFIG}_localsecurityauthority_configurelsaprotectedprocess`,
  options: ['1', '2'],
  customPath: '/policy/config/localsecurityauthority/configurelsaprotectedprocess',
}

/** Credential Guard, ISM-1686: on with UEFI lock, or without. */
export const CREDENTIAL_GUARD: ProtectionSetting = {
  settingId: `${CONFIG}_deviceguard_lsacfgflags`,
  options: ['1', '2'],
  customPath: '/policy/config/deviceguard/lsacfgflags',
}

/** Remote hosts accept Remote Credential Guard, ISM-1897. */
export const REMOTE_CREDENTIAL_GUARD: ProtectionSetting = {
  settingId: `${CONFIG}_credentialsdelegation_remotehostallowsdelegationofnonexportablecredentials`,
  options: ['1'],
  customPath: '/policy/config/credentialsdelegation/remotehostallowsdelegationofnonexportablecredentials',
}

/** Where Windows LAPS stores passwords, ISM-1685: 1 in Entra, 2 in Active Directory. */
export const LAPS_BACKUP: ProtectionSetting = {
  settingId: 'device_vendor_msft_laps_policies_backupdirectory',
  options: ['1', '2'],
  customPath: '/vendor/msft/laps/policies/backupdirectory',
}

export const PROTECTION_SETTINGS: readonly ProtectionSetting[] = [
  MEMORY_INTEGRITY,
  LSA_PROTECTION,
  CREDENTIAL_GUARD,
  REMOTE_CREDENTIAL_GUARD,
  LAPS_BACKUP,
]

/** The setting with the first of the options that count. */
export const protectionChoice = ({ settingId, options }: ProtectionSetting): Setting =>
  choice(settingId, options[0] ?? '1')
