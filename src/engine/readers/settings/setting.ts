/**
 * One setting of the Intune settings catalogue with its hardened value. Ids and values are the catalogue's own
 * (`settingDefinitionId` and choice id), as in Microsoft's Intune policies for ASD's hardening guidance (MIT).
 */
export interface Setting {
  definitionId: string
  /** The choice id, which is the definition id with the option behind it. */
  value: string
  /** Settings that only exist under this value. */
  children?: readonly Setting[]
}

/** A choice setting with one of its options. */
export function choice(definitionId: string, option: string, ...children: Setting[]): Setting {
  const value = `${definitionId}_${option}`
  return children.length === 0 ? { definitionId, value } : { definitionId, value, children }
}

/** A choice setting switched on (`1`) with one option below it, as administrative templates have them. */
export function enabledWith(definitionId: string, child: string, option: string): Setting {
  return choice(definitionId, '1', choice(`${definitionId}_${child}`, option))
}

/** Every setting of a list with all those below it. */
export function flattenSettings(settings: readonly Setting[]): Setting[] {
  return settings.flatMap((setting) => [setting, ...flattenSettings(setting.children ?? [])])
}
