import { fields, list, text } from '../../../shared/json.ts'
import {
  MACRO_APPLICATIONS,
  MACRO_SCAN_SCOPE,
  type MacroApplication,
  NO_MESSAGE_BAR,
  ONLY_V3_SIGNATURES,
  parentOf,
  VBA_OFF,
} from '../settings/macro-applications.ts'
import { OFFICE } from '../settings/office-prefixes.ts'
import { COMMAND_LINE_LOGGING, INTERNET_EXPLORER_OFF, POWERSHELL_LOGGING } from '../settings/windows-hardening.ts'
import type { SettingValue } from './catalogue.ts'

/** The same setting in a template and in the catalogue; `dropdown` is the catalogue id of its child choice. */
interface Template {
  category: string
  names: readonly string[]
  settingId?: string
  dropdown?: string
}

const TEMPLATES: readonly Template[] = [
  ...MACRO_APPLICATIONS.flatMap(macroTemplates),
  office(['disable vba for office applications'], VBA_OFF),
  office(['disable all trust bar notifications for security issues'], NO_MESSAGE_BAR),
  office(['only trust vba macros that use v3 signatures'], `${OFFICE}~l_securitysettings${ONLY_V3_SIGNATURES}`),
  { category: 'microsoft office', names: ['macro runtime scan scope'], dropdown: MACRO_SCAN_SCOPE },
  windows('windows powershell', 'turn on powershell script block logging', POWERSHELL_LOGGING[0]?.definitionId),
  windows('windows powershell', 'turn on module logging', POWERSHELL_LOGGING[1]?.definitionId),
  windows('windows powershell', 'turn on powershell transcription', POWERSHELL_LOGGING[2]?.definitionId),
  windows(
    'audit process creation',
    'include command line in process creation events',
    COMMAND_LINE_LOGGING[1]?.definitionId,
  ),
  windows(
    'internet explorer',
    'disable internet explorer 11 as a standalone browser',
    INTERNET_EXPLORER_OFF[0]?.definitionId,
  ),
]

function office(names: string[], settingId: string): Template {
  return { category: 'microsoft office', names, settingId }
}

function windows(category: string, name: string, settingId: string | undefined): Template {
  return { category, names: [name], ...(settingId === undefined ? {} : { settingId }) }
}

function macroTemplates(app: MacroApplication): Template[] {
  const category = `microsoft ${app.name.toLowerCase()}`
  const notification = ['vba macro notification settings', 'macro notification settings', 'security setting for macros']
  return [
    { category, names: notification, dropdown: app.warnings },
    ...(app.blockInternet
      ? [
          {
            category,
            names: ['block macros from running in office files from the internet'],
            settingId: app.blockInternet,
          },
        ]
      : []),
    ...(app.trustedLocationsOff
      ? [{ category, names: ['disable all trusted locations'], settingId: app.trustedLocationsOff }]
      : []),
    ...(app.networkLocations
      ? [{ category, names: ['allow trusted locations on the network'], settingId: app.networkLocations }]
      : []),
  ]
}

export interface TemplateValues {
  settings: SettingValue[]
  /** Lower-case categories of configured settings that we do not know, so that they do not count as absent. */
  unmapped: string[]
}

/**
 * Flattens an administrative template profile (`groupPolicyConfigurations/{id}/definitionValues` with its definition
 * and presentation values) to ids of the settings catalogue, for the settings that checks know by name.
 */
export function flattenDefinitionValues(values: unknown): TemplateValues {
  const settings: SettingValue[] = []
  const unmapped: string[] = []
  for (const [index, value] of list(values).map(fields).entries()) {
    const definition = fields(value.definition)
    const category = (text(definition.categoryPath) ?? '').toLowerCase()
    const name = (text(definition.displayName) ?? '').toLowerCase()
    const template = TEMPLATES.find((known) => category.includes(known.category) && known.names.includes(name))
    const pointer = `/${index}`
    if (!template) unmapped.push(category)
    else if (typeof value.enabled === 'boolean') settings.push(...mapped(template, value.enabled, value, pointer))
  }
  return { settings, unmapped }
}

function mapped(template: Template, enabled: boolean, value: unknown, pointer: string): SettingValue[] {
  const found: SettingValue[] = []
  const settingId = template.settingId ?? (template.dropdown && parentOf(template.dropdown))
  if (settingId) found.push({ settingId, option: enabled ? '1' : '0', pointer })
  const option = list(fields(value).presentationValues)
    .map((presented) => text(fields(presented).value))
    .find((presented) => presented !== undefined && presented !== '')
  if (template.dropdown && enabled && option) found.push({ settingId: template.dropdown, option, pointer })
  return found
}
