import type { Check } from '../../model/check.ts'
import { type Demand, evaluateDemand } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { flattenSettings, type Setting } from '../../readers/settings/setting.ts'

export const OTHER_BROWSERS = 'Only Microsoft Edge and Internet Explorer are read; other browsers are not seen.'
export const TEMPLATES = ['microsoft edge']

export function browserCheck(id: string, demand: Demand): Check {
  return { id, version: 1, evaluate: (tenant, parameters) => evaluateDemand(tenant, parameters, demand) }
}

/** The setting with the hardened value that holds the words, of a list and all below. */
export const hardened = (settings: readonly Setting[], ending: string) =>
  flattenSettings(settings)
    .filter(({ definitionId }) => definitionId.endsWith(ending))
    .map(({ definitionId, value }) => is(definitionId, value.slice(definitionId.length + 1)))
