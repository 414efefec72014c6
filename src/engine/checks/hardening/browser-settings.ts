import { is } from '../../readers/intune/rules.ts'
import { flattenSettings, type Setting } from '../../readers/settings/setting.ts'

export const OTHER_BROWSERS = 'Only Microsoft Edge and Internet Explorer are read; other browsers are not seen.'
export const TEMPLATES = ['microsoft edge']

/** The settings of a list, children included, whose id has this ending, with their hardened value. */
export const hardened = (settings: readonly Setting[], ending: string) =>
  flattenSettings(settings)
    .filter(({ definitionId }) => definitionId.endsWith(ending))
    .map(({ definitionId, value }) => is(definitionId, value.slice(definitionId.length + 1)))
