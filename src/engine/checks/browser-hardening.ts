import type { Check } from '../model/check.ts'
import { isWindows11 } from './intune-fleet.ts'
import { type Demand, judgeDemand } from './intune-judge.ts'
import { is, rulesOf } from './intune-rules.ts'
import { EDGE_HARDENING } from './settings/edge-hardening.ts'
import { flattenSettings, type Setting } from './settings/setting.ts'
import { INTERNET_EXPLORER_OFF, JAVA_OFF } from './settings/windows-hardening.ts'

const OTHER_BROWSERS = 'Only Microsoft Edge and Internet Explorer are read; other browsers are not seen.'
const TEMPLATES = ['microsoft edge']
const IE_OFF = 'device_vendor_msft_policy_config_internetexplorer_disableinternetexplorerapp'

function browserCheck(id: string, demand: Demand): Check {
  return { id, version: 1, evaluate: (tenant, parameters) => judgeDemand(tenant, parameters, demand) }
}

/** The setting with the hardened value that holds the words, of a list and all below. */
const hardened = (settings: readonly Setting[], ending: string) =>
  flattenSettings(settings)
    .filter(({ definitionId }) => definitionId.endsWith(ending))
    .map(({ definitionId, value }) => is(definitionId, value.slice(definitionId.length + 1)))

/** ISM-1654. Windows 11 comes without Internet Explorer. */
export const internetExplorerDisabled = browserCheck('internet-explorer-disabled', {
  rules: [
    {
      name: 'Internet Explorer 11',
      anyOf: [{ holdsOn: isWindows11 }, is(`${IE_OFF}_v2`, '1'), is(IE_OFF, '1')],
    },
  ],
  effect: 'Internet Explorer 11 is absent or disabled',
  expected: 'Every Windows device runs Windows 11 or is told by policy to disable Internet Explorer 11.',
})

/**
 * ISM-1486. Browsers of today have no Java plug-in; only Internet Explorer and its engine obey the zone setting, and
 * with Internet Explorer gone nothing processes Java from the internet.
 */
export const browserJava = browserCheck('browser-java', {
  rules: [
    {
      name: 'Java in the internet zone',
      anyOf: [
        ...hardened(JAVA_OFF, '_iz_partname1c00'),
        { holdsOn: isWindows11 },
        ...hardened(INTERNET_EXPLORER_OFF, '_v2'),
      ],
    },
  ],
  effect: 'browsers do not process Java from the internet',
  expected: 'Java is disabled in the internet zone, or no browser that could run it is left.',
  limitations: [OTHER_BROWSERS],
})

/** ISM-1485. */
export const browserAdvertisements = browserCheck('browser-advertisements', {
  rules: [
    {
      name: 'intrusive advertisements',
      anyOf: hardened(EDGE_HARDENING, '_adssettingforintrusiveadssites_adssettingforintrusiveadssites'),
    },
  ],
  effect: 'Edge blocks advertisements on sites with intrusive ones',
  expected: 'Policy makes Edge block advertisements on sites with intrusive ones, beside a filter for all others.',
  limitations: [
    OTHER_BROWSERS,
    'Edge blocks intrusive advertisements only; an advertisement blocker or a filtering name server is not seen.',
  ],
  templateCategories: TEMPLATES,
})

/** ISM-1412: the share of ASD's Edge settings that devices receive with the hardened value. */
export const browserHardening = browserCheck('browser-hardening', {
  rules: rulesOf(EDGE_HARDENING),
  effect: "Edge has the settings of ASD's hardening guidance",
  expected: "Policy gives all Windows devices the Edge settings of ASD's hardening guidance.",
  limitations: [OTHER_BROWSERS],
  templateCategories: TEMPLATES,
})

/** ISM-1585. Recommended (changeable) Edge policies have ids of their own and do not count. */
export const browserSettingsLocked = browserCheck('browser-settings-locked', {
  rules: rulesOf(EDGE_HARDENING, true),
  effect: "Edge's security settings come from mandatory policy and not from the user",
  expected: "Mandatory policy delivers Edge's security settings to all Windows devices.",
  limitations: [OTHER_BROWSERS],
  templateCategories: TEMPLATES,
})
