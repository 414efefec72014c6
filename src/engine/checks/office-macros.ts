import type { Check, CheckResult } from '../model/check.ts'
import { REACH } from './intune-assignments.ts'
import { type Demand, judgeDemand } from './intune-judge.ts'
import { type ExpectedSetting, is, isSet, type Rule } from './intune-rules.ts'
import { type IntuneSettings, intuneSettings, valuesOf } from './intune-settings.ts'
import {
  ENABLE_CONTENT_COMMAND,
  MACRO_APPLICATIONS,
  MACRO_SCAN_SCOPE,
  type MacroApplication,
  MIXED_LOCATIONS,
  NO_MESSAGE_BAR,
  ONLY_V3_SIGNATURES,
  VBA_OFF,
} from './settings/macro-applications.ts'
import { count } from './verdict.ts'

const SIGNED_ONLY = '3'
const DISABLED = '4'

/** Ways in which an application's macros are off. */
function off(app: MacroApplication): ExpectedSetting[] {
  const notification = is(app.warnings, DISABLED)
  return app.offBy ? [notification, is(app.offBy.settingId, app.offBy.option)] : [notification]
}

/** A rule per application that has the setting. */
const perApplication = (what: string, ways: (app: MacroApplication) => ExpectedSetting[] | undefined): Rule[] =>
  MACRO_APPLICATIONS.flatMap((app) => {
    const anyOf = ways(app)
    return anyOf ? [{ name: `${app.name}: ${what}`, anyOf }] : []
  })

function policyCheck(id: string, demand: Demand): Check {
  return { id, version: 1, evaluate: (tenant, parameters) => judgeDemand(tenant, parameters, demand) }
}

/**
 * ISM-1671. Users with a demonstrated need are exempt by a group that receives "signed macros only" instead: their
 * devices are set aside, visibly. Whether the need is demonstrated no policy can tell, so where more devices are
 * exempt than the threshold for partial leaves over, the verdict is at most partial.
 */
export const officeMacrosDisabled: Check = {
  id: 'office-macros-disabled',
  version: 1,
  evaluate(tenant, parameters) {
    const settings = intuneSettings(tenant)
    const exempt = settings.ok ? exemptDevices(settings) : new Set<number>()
    const result = judgeDemand(tenant, parameters, {
      rules: perApplication('macros disabled', off),
      effect: 'macros are disabled in every Office application',
      expected:
        'Policy disables macros in every Office application for everyone but a group with a demonstrated business need.',
      setAside: () => exempt,
    })
    if (!settings.ok || exempt.size === 0) return result
    return withExempt(result, exempt.size, settings.fleet.devices.length, parameters.thresholds.partialFrom)
  },
}

function withExempt(result: CheckResult, exempt: number, of: number, partialFrom: number): CheckResult {
  const told = `${count(exempt, 'device')} of ${of} are set aside: a group of their own may run signed macros. Whether each has a demonstrated need is not judged.`
  const tooMany = of - exempt < of * partialFrom && result.verdict === 'effective'
  return { ...result, ...(tooMany ? { verdict: 'partial' } : {}), limitations: [...result.limitations, told] }
}

/** Devices that receive "signed macros only" for every application, by group assignments alone, and nothing else. */
function exemptDevices(settings: IntuneSettings): ReadonlySet<number> {
  const kept = new Set<number>()
  const disabling = valuesOf(settings, VBA_OFF).filter(({ option }) => option === '1')
  for (const { reached } of disabling) addReached(kept, reached.states, REACH.unread)
  let alone: Set<number> | undefined
  for (const { warnings } of MACRO_APPLICATIONS) {
    const signed = new Set<number>()
    for (const { option, reached } of valuesOf(settings, warnings)) {
      if (option === SIGNED_ONLY && reached.onlyGroups) addReached(signed, reached.states, REACH.sure)
      else addReached(kept, reached.states, REACH.unread)
    }
    alone = alone ? new Set([...alone].filter((place) => signed.has(place))) : signed
  }
  const exempt = new Set([...(alone ?? [])].filter((place) => !kept.has(place)))
  // Were everyone exempt, nothing would be left to judge.
  return exempt.size < settings.fleet.devices.length ? exempt : new Set()
}

function addReached(places: Set<number>, states: Uint8Array, from: number): void {
  for (const [place, state] of states.entries()) if (state >= from) places.add(place)
}

/**
 * ISM-1674. Trusted locations may run macros, so users must not make a location of their own choice trusted.
 * Where an application's macros are off there is nothing left to run, which meets this, ISM-1675 and ISM-1891 too:
 * each asks that macros of some kind cannot run, and then none can.
 */
export const officeMacrosTrustedOnly = policyCheck('office-macros-trusted-only', {
  rules: [
    ...perApplication('only signed macros', (app) => [
      ...off(app),
      { settingId: app.warnings, accepts: (option) => option === SIGNED_ONLY || option === DISABLED },
    ]),
    ...perApplication('no trusted locations of users', (app) =>
      app.trustedLocationsOff ? [is(app.trustedLocationsOff, '1'), is(MIXED_LOCATIONS, '0'), ...off(app)] : undefined,
    ),
    ...perApplication('no trusted locations on the network', (app) =>
      app.networkLocations ? [is(app.networkLocations, '0'), ...off(app)] : undefined,
    ),
  ],
  effect: 'only signed macros and those of managed trusted locations run',
  expected:
    'Policy lets no macro run, or only those signed by a trusted publisher or lying in a trusted location that users cannot choose.',
})

/** ISM-1675. The Message Bar and the Backstage view are the two places where a user could still say yes. */
export const officeMacrosUntrustedPublisher = policyCheck('office-macros-untrusted-publisher', {
  rules: [
    ...perApplication('no Message Bar', (app) => [is(NO_MESSAGE_BAR, '1'), ...off(app)]),
    ...perApplication('no "Enable Content" in Backstage', (app) =>
      app.disabledCommands
        ? [
            {
              settingId: app.disabledCommands,
              accepts: (option) => option.split(',').includes(ENABLE_CONTENT_COMMAND),
            },
            ...off(app),
          ]
        : undefined,
    ),
  ],
  effect: 'users cannot enable macros of an untrusted publisher',
  expected:
    'Policy takes away the Message Bar and the "Enable Content" command of the Backstage view, or disables macros altogether.',
})

/** ISM-1891. */
export const officeMacrosV3Signatures = policyCheck('office-macros-v3-signatures', {
  rules: perApplication('only V3 signatures', (app) => [is(`*${ONLY_V3_SIGNATURES}`, '1'), ...off(app)]),
  effect: 'only V3 signatures of macros are trusted',
  expected: 'Policy lets Office trust V3 signatures of macros only, or disables macros altogether.',
})

/** ISM-1488; the applications that can tell where a file came from. */
export const officeMacrosInternetBlocked = policyCheck('office-macros-internet-blocked', {
  rules: perApplication('macros from the internet blocked', (app) =>
    app.blockInternet ? [is(app.blockInternet, '1')] : undefined,
  ),
  effect: 'macros in files from the internet are blocked',
  expected: 'Policy blocks macros in files from the internet in Word, Excel, PowerPoint, Access and Visio.',
})

/** ISM-1672. Scanning documents of low trust only, which is Office's default, leaves trusted ones unscanned. */
export const officeMacroAntivirus = policyCheck('office-macro-antivirus', {
  rules: [{ name: 'macro scanning', anyOf: [is(MACRO_SCAN_SCOPE, '2')] }],
  effect: 'antivirus scans the macros of every document as they run',
  expected: 'Policy sets the macro runtime scan scope to all documents on all Windows devices.',
})

/** ISM-1489. What a policy sets the user interface no longer offers, whatever the value; the value is judged apart. */
export const officeMacroSettingsLocked = policyCheck('office-macro-settings-locked', {
  rules: perApplication('macro setting under policy', (app) => [
    isSet(app.warnings),
    ...(app.offBy ? [is(app.offBy.settingId, app.offBy.option)] : []),
  ]),
  effect: 'the macro settings of every Office application come from policy and not from the user',
  expected: 'Policy delivers the macro settings of every Office application, so that users cannot change them.',
})
