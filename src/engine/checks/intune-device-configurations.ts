import { fields, list, text } from '../json.ts'
import type { SettingValue } from './intune-catalogue.ts'
import { ASR_RULES, type AsrRule } from './settings/attack-surface-reduction-rules.ts'
import { WINDOWS_HELLO_GROUP } from './settings/windows-hardening.ts'

/** What an endpoint protection profile allows to run (`appLockerApplicationControl`), under an id of our own. */
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
/** The same in a custom profile, by the policy CSP Defender/AttackSurfaceReductionRules. */
const CUSTOM_MODES: Readonly<Record<string, string>> = { '0': 'off', '1': 'block', '2': 'audit', '6': 'warn' }

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
  const control = text(value)
  if (name === 'applockerapplicationcontrol' && control !== undefined && control !== 'notConfigured') {
    return [{ settingId: APP_LOCKER_CONTROL, option: control.toLowerCase(), pointer }]
  }
  return []
}

function mapCustom(setting: unknown, pointer: string): SettingValue[] {
  const { omaUri, value } = fields(setting)
  if (!text(omaUri)?.toLowerCase().endsWith('/policy/config/defender/attacksurfacereductionrules')) return []
  return (text(value) ?? '').split('|').flatMap((part) => {
    const [guid = '', mode = ''] = part.split('=').map((piece) => piece.trim().toLowerCase())
    const rule = RULE_BY_GUID.get(guid.replace(/[{}]/g, ''))
    return rule ? asr(rule, CUSTOM_MODES[mode], pointer) : []
  })
}

function asr(rule: AsrRule, option: string | undefined, pointer: string): SettingValue[] {
  return option === undefined ? [] : [{ settingId: rule.settingId, option, pointer }]
}
