import { formatCount } from '../../../shared/text/numbers.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import { REACH } from '../../readers/intune/assignments.ts'
import { type IntuneSettings, intuneSettings, valuesOf } from '../../readers/intune/settings.ts'
import { count } from '../../readers/results/sentences.ts'
import { MACRO_APPLICATIONS, VBA_OFF } from '../../readers/settings/macro-applications.ts'
import { off, perApplication, SIGNED_ONLY } from './macro-settings.ts'
import { evaluateOfficePolicies } from './office-policies.ts'

/**
 * ISM-1671. Users with a demonstrated need are exempt through a group that receives "signed macros only" instead: their
 * devices are excluded, and the result says so. No policy shows whether the need is demonstrated, so if the remaining
 * devices are fewer than the threshold for partial, the verdict is at most partial.
 */
export const officeMacrosDisabled: Check = {
  id: 'office-macros-disabled',
  version: 3,
  counts: 'setting on a device',
  evaluate(tenant, parameters) {
    const settings = intuneSettings(tenant)
    const exempt = settings.ok ? exemptDevices(settings) : new Set<number>()
    const result = evaluateOfficePolicies(tenant, parameters, {
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
  const limitation = `${count(exempt, 'device')} of ${formatCount(of)} are excluded: a separate group may run signed macros. Whether each has a demonstrated need is not evaluated.`
  const tooMany = of - exempt < of * partialFrom && result.verdict === 'effective'
  return {
    ...result,
    ...(tooMany ? { verdict: 'partial', kind: 'seen' } : {}),
    limitations: [...result.limitations, limitation],
  }
}

/**
 * Devices that receive "signed macros only" for every application, only through group assignments, and nothing else.
 */
function exemptDevices(settings: IntuneSettings): ReadonlySet<number> {
  const otherwise = new Set<number>()
  const disabling = valuesOf(settings, VBA_OFF).filter(({ option }) => option === '1')
  for (const { reached } of disabling) addReached(otherwise, reached.states, REACH.unread)
  let alone: Set<number> | undefined
  for (const { warnings } of MACRO_APPLICATIONS) {
    const signed = new Set<number>()
    for (const { option, reached } of valuesOf(settings, warnings)) {
      if (option === SIGNED_ONLY && reached.onlyGroups) addReached(signed, reached.states, REACH.sure)
      else addReached(otherwise, reached.states, REACH.unread)
    }
    alone = alone ? new Set([...alone].filter((deviceIndex) => signed.has(deviceIndex))) : signed
  }
  const exempt = new Set([...(alone ?? [])].filter((deviceIndex) => !otherwise.has(deviceIndex)))
  // If everybody were exempt, nothing would be left to evaluate.
  return exempt.size < settings.fleet.devices.length ? exempt : new Set()
}

function addReached(deviceIndexes: Set<number>, states: Uint8Array, from: number): void {
  for (const [deviceIndex, state] of states.entries()) if (state >= from) deviceIndexes.add(deviceIndex)
}
