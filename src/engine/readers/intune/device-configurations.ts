import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { ASR_EXCLUSIONS, ASR_RULES, type AsrRule } from '../settings/attack-surface-reduction-rules.ts'
import { CREDENTIAL_GUARD, PROTECTION_SETTINGS } from '../settings/credential-protection.ts'
import { WINDOWS_HELLO_GROUP } from '../settings/windows-hardening.ts'
import type { SettingValue } from './catalogue.ts'

/** AppLocker rules of a custom profile, by kind of file, under our own ids; the option is their XML. */
export const APP_LOCKER_RULES = {
  exe: 'custom_applocker_exe',
  dll: 'custom_applocker_dll',
  msi: 'custom_applocker_msi',
  script: 'custom_applocker_script',
} as const

/** An application control policy of a custom profile: it is compiled and cannot be read. */
export const COMPILED_POLICY = 'custom_applicationcontrol_policy'

/** The option of a setting that exists but cannot be read. */
export const UNREADABLE = 'unreadable'

/** What an endpoint protection profile allows to run (`appLockerApplicationControl`), under our own id. */
export const APP_LOCKER_CONTROL = 'deviceconfiguration_applockerapplicationcontrol'

const RULES: readonly AsrRule[] = Object.values(ASR_RULES)
const RULE_BY_PROPERTY = new Map(
  RULES.flatMap((rule) => rule.properties.map((property) => [property.toLowerCase(), rule])),
)
const RULE_BY_GUID = new Map(RULES.map((rule) => [rule.guid, rule]))

/** `defenderAttackSurfaceType` and `defenderProtectionType`; values that configure nothing are not listed. */
const MODES: Readonly<Record<string, string>> = {
  block: 'block',
  enable: 'block',
  auditmode: 'audit',
  warn: 'warn',
  disable: 'off',
}
/** Like `MODES`, in a custom profile, by the policy CSP Defender/AttackSurfaceReductionRules. */
const CUSTOM_MODES: Readonly<Record<string, string>> = { '0': 'off', '1': 'block', '2': 'audit', '6': 'warn' }

/** `deviceGuardLocalSystemAuthorityCredentialGuardType`; the value that configures nothing is not listed. */
const CREDENTIAL_GUARD_MODES: Readonly<Record<string, string>> = {
  disable: '0',
  enablewithuefilock: '1',
  enablewithoutuefilock: '2',
}

const HELLO = `${WINDOWS_HELLO_GROUP}_policies_usepassportforwork`

/** The values of a device configuration profile, under the ids of the settings catalogue. */
export function flattenDeviceConfiguration(profile: unknown, pointer: string): SettingValue[] {
  const read = fields(profile)
  const named = Object.entries(read).flatMap(([property, value]) =>
    mapProperty(property, value, `${pointer}/${property}`),
  )
  const custom = list(read.omaSettings).flatMap((setting, index) =>
    mapCustom(setting, `${pointer}/omaSettings/${index}`),
  )
  return [...named, ...custom]
}

/** The values of a template profile (`intents/{id}/settings`): the property's name ends the definition id. */
export function flattenIntentSettings(settings: unknown): SettingValue[] {
  return list(settings).flatMap((setting, index) => {
    const { definitionId, valueJson } = fields(setting)
    const property = text(definitionId)?.split('_').at(-1)
    return property === undefined ? [] : mapProperty(property, parse(valueJson), `/${index}`)
  })
}

function parse(json: unknown): unknown {
  try {
    return JSON.parse(text(json) ?? 'null')
  } catch {
    return undefined
  }
}

function mapProperty(property: string, value: unknown, pointer: string): SettingValue[] {
  const name = property.toLowerCase()
  const rule = RULE_BY_PROPERTY.get(name)
  if (rule) return asr(rule, MODES[text(value)?.toLowerCase() ?? ''], pointer)
  if (name === 'windowshelloforbusinessblocked' && typeof value === 'boolean') {
    return [{ settingId: HELLO, option: String(!value), pointer }]
  }
  if (name === 'deviceguardlocalsystemauthoritycredentialguardsettings') {
    const option = CREDENTIAL_GUARD_MODES[text(value)?.toLowerCase() ?? '']
    return option === undefined ? [] : [{ settingId: CREDENTIAL_GUARD.settingId, option, pointer }]
  }
  if (name === 'defenderattacksurfacereductionexcludedpaths') return exclusions(texts(value), pointer)
  const control = text(value)
  if (name === 'applockerapplicationcontrol' && control !== undefined && control !== 'notConfigured') {
    return [{ settingId: APP_LOCKER_CONTROL, option: control.toLowerCase(), pointer }]
  }
  return []
}

function mapCustom(setting: unknown, pointer: string): SettingValue[] {
  const { omaUri, value } = fields(setting)
  const path = text(omaUri)?.toLowerCase() ?? ''
  const control = customControl(path, fields(setting), pointer)
  if (control) return [control]
  const protection = PROTECTION_SETTINGS.find(({ customPath }) => path.endsWith(customPath))
  if (protection) return [{ settingId: protection.settingId, option: customOption(value), pointer }]
  if (path.endsWith('/policy/config/defender/attacksurfacereductiononlyexclusions')) {
    return exclusions((text(value) ?? '').split('|'), pointer)
  }
  if (!path.endsWith('/policy/config/defender/attacksurfacereductionrules')) return []
  return (text(value) ?? '').split('|').flatMap((part) => {
    const [guid = '', mode = ''] = part.split('=').map((piece) => piece.trim().toLowerCase())
    const rule = RULE_BY_GUID.get(guid.replace(/[{}]/g, ''))
    return rule ? asr(rule, CUSTOM_MODES[mode], pointer) : []
  })
}

/** A list in the form of the settings catalogue. A custom profile may write each path as `path=0`. */
function exclusions(paths: readonly string[], pointer: string): SettingValue[] {
  const option = paths.flatMap((path) => path.replace(/=.*$/, '').trim() || []).join(',')
  return option === '' ? [] : [{ settingId: ASR_EXCLUSIONS, option, pointer }]
}

/** A number as it is; the value of a path backed by an administrative template is XML that says whether it is enabled. */
const customOption = (value: unknown): string =>
  /<enabled\s*\/>/i.test(text(value) ?? '') ? '1' : String(value ?? '').toLowerCase()

/** AppLocker and App Control by their CSPs; XML is sent as base64, and secrets are masked. */
function customControl(path: string, setting: Fields, pointer: string): SettingValue | undefined {
  if (/\/applicationcontrol\/policies\/[^/]+\/policy$/.test(path)) {
    return { settingId: COMPILED_POLICY, option: UNREADABLE, pointer }
  }
  const kind = /\/applocker\/applicationlaunchrestrictions\/[^/]+\/(exe|dll|msi|script)\/policy$/.exec(path)?.[1]
  if (kind !== 'exe' && kind !== 'dll' && kind !== 'msi' && kind !== 'script') return undefined
  return { settingId: APP_LOCKER_RULES[kind], option: ruleXml(setting), pointer }
}

function ruleXml({ value, isEncrypted }: Fields): string {
  const written = text(value) ?? ''
  const xml = written.includes('<') ? written : Buffer.from(written, 'base64').toString('utf8')
  return isEncrypted === true || !xml.includes('<') ? UNREADABLE : xml
}

function asr(rule: AsrRule, option: string | undefined, pointer: string): SettingValue[] {
  return option === undefined ? [] : [{ settingId: rule.settingId, option, pointer }]
}
