import { fields, list, text } from '../../../shared/json.ts'

/** One value of a policy: `option` is the part of a choice id after the definition id, otherwise the plain value. */
export interface SettingValue {
  settingId: string
  option: string
  /** JSON pointer into the reading it came from. */
  pointer: string
}

/**
 * Flattens the settings of a settings catalogue policy (Graph beta `deviceManagementConfigurationPolicy`): choices with
 * their child settings, groups of settings, plain values and lists of values. A list becomes one value, with its items
 * sorted and joined by commas. Settings without a value are left out: they set nothing.
 */
export function flattenCatalogue(settings: unknown, pointer: string): SettingValue[] {
  const found: SettingValue[] = []
  for (const [index, setting] of list(settings).entries()) {
    collect(fields(setting).settingInstance, `${pointer}/${index}`, found)
  }
  return found
}

function collect(instance: unknown, pointer: string, found: SettingValue[]): void {
  const read = fields(instance)
  const settingId = text(read.settingDefinitionId)?.toLowerCase()
  if (settingId === undefined) return
  const choices = [read.choiceSettingValue, ...list(read.choiceSettingCollectionValue)].map(fields)
  const options = choices.flatMap((choice) => optionOf(settingId, choice.value))
  const simples = [read.simpleSettingValue, ...list(read.simpleSettingCollectionValue)]
  const values = [...options, ...simples.flatMap((simple) => plain(fields(simple).value))]
  if (values.length > 0) found.push({ settingId, option: values.sort().join(','), pointer })
  const groups = [read.groupSettingValue, ...list(read.groupSettingCollectionValue)].map(fields)
  // Child settings of an administrative template's setting have no effect while it is off.
  const isOff = settingId.includes('~') && options[0] === '0'
  for (const parent of isOff ? groups : [...choices, ...groups]) {
    for (const child of list(parent.children)) collect(child, pointer, found)
  }
}

function plain(value: unknown): string[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return typeof value === 'string' && value !== '' ? [value] : []
}

function optionOf(settingId: string, value: unknown): string[] {
  return plain(value).map((full) => {
    const lower = full.toLowerCase()
    return lower.startsWith(`${settingId}_`) ? lower.slice(settingId.length + 1) : lower
  })
}
