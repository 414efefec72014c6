import type { Setting } from '../../../engine/readers/settings/setting.ts'
import type { Row } from '../primitives/row.ts'

const TYPE = '#microsoft.graph.deviceManagementConfiguration'

/** A top-level setting of a policy: choices, a group of choices, or a choice with a list of texts below it. */
export type Instance = Row

/** Choices in the format of the settings catalogue, each with the settings below it. */
export function choiceInstances(settings: readonly Setting[]): Instance[] {
  return settings.map(({ definitionId, value, children = [] }) =>
    choiceInstance(definitionId, value, choiceInstances(children)),
  )
}

/** Choices that the catalogue puts in a group. */
export function groupInstance(definitionId: string, settings: readonly Setting[]): Instance {
  return {
    '@odata.type': `${TYPE}GroupSettingCollectionInstance`,
    settingDefinitionId: definitionId,
    settingInstanceTemplateReference: null,
    groupSettingCollectionValue: [{ settingValueTemplateReference: null, children: choiceInstances(settings) }],
  }
}

/** An enabled setting with a list of texts below it; the list's id ends after the last `_l_`. */
export function enabledListInstance(listId: string, values: readonly string[]): Instance {
  const definitionId = listId.slice(0, listId.lastIndexOf('_l_'))
  const below = {
    '@odata.type': `${TYPE}SimpleSettingCollectionInstance`,
    settingDefinitionId: listId,
    settingInstanceTemplateReference: null,
    simpleSettingCollectionValue: values.map((value) => ({
      '@odata.type': `${TYPE}StringSettingValue`,
      settingValueTemplateReference: null,
      value,
    })),
  }
  return choiceInstance(definitionId, `${definitionId}_1`, [below])
}

/** A choice with one text below it. */
export function choiceWithText(settingDefinitionId: string, option: string, textId: string, value: string): Instance {
  const below = {
    '@odata.type': `${TYPE}SimpleSettingInstance`,
    settingDefinitionId: textId,
    settingInstanceTemplateReference: null,
    simpleSettingValue: { '@odata.type': `${TYPE}StringSettingValue`, settingValueTemplateReference: null, value },
  }
  return choiceInstance(settingDefinitionId, `${settingDefinitionId}_${option}`, [below])
}

function choiceInstance(settingDefinitionId: string, value: string, children: readonly Instance[]): Instance {
  return {
    '@odata.type': `${TYPE}ChoiceSettingInstance`,
    settingDefinitionId,
    settingInstanceTemplateReference: null,
    choiceSettingValue: { settingValueTemplateReference: null, value, children },
  }
}
