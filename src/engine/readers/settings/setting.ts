/**
 * One setting of the Intune settings catalogue with its hardened value. Ids and values are the catalogue's own
 * (`settingDefinitionId` and choice id), as in Microsoft's Intune policies for ASD's hardening guidance (MIT).
 */
export interface Setting {
  definitionId: string
  /** The choice id: the definition id followed by the option. */
  value: string
  /** Further options that are at least as strict. */
  stricter?: readonly string[]
  /** Settings that only exist under this value. */
  children?: readonly Setting[]
}

/** A choice setting with one of its options. */
export function choice(definitionId: string, option: string, ...children: Setting[]): Setting {
  const value = `${definitionId}_${option}`
  return children.length === 0 ? { definitionId, value } : { definitionId, value, children }
}

/**
 * A choice setting switched on (`1`) with one option below it, as administrative templates have them. `stricter` has
 * further options of the child that are at least as strict.
 */
export function enabledWith(definitionId: string, child: string, option: string, ...stricter: string[]): Setting {
  const below = choice(`${definitionId}_${child}`, option)
  return choice(definitionId, '1', stricter.length === 0 ? below : { ...below, stricter })
}

/** Every setting of a list with all of its children. */
export function flattenSettings(settings: readonly Setting[]): Setting[] {
  return settings.flatMap((setting) => [setting, ...flattenSettings(setting.children ?? [])])
}

const keys = new Map<string, string>()

/**
 * The same key for every id of one setting. A setting has one id for devices and one for users, and a further one for each
 * version of it or of its template, as in `…word16v2~policy…`, `…microsoft_edgev80diff~policy…` and `…_v2`.
 */
export function settingKey(definitionId: string): string {
  const known = keys.get(definitionId)
  if (known !== undefined) return known
  const key = definitionId
    .toLowerCase()
    .replace(/^(device|user)_vendor_msft_/, '')
    .replace(/v\d+(\.\d+)*(diff|updates)?(?=~policy~)/, '')
    .replace(/_v\d+(?=_|$)/g, '')
  // Bounded: a tenant could invent any number of ids.
  if (keys.size < 10_000) keys.set(definitionId, key)
  return key
}
