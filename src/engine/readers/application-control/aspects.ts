import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { countedBy, evaluateDemand } from '../intune/demand.ts'
import { APP_LOCKER_CONTROL, APP_LOCKER_RULES, COMPILED_POLICY, UNREADABLE } from '../intune/device-configurations.ts'
import { unlessMacs } from '../intune/macs.ts'
import { type ExpectedSetting, is, type Rule } from '../intune/rules.ts'
import { type ConfiguredSetting, intuneSettings, valuesOf } from '../intune/settings.ts'
import { some } from '../results/sentences.ts'
import { allowsEverything, coversPrograms, leavesOthers, lockerEnforces } from './xml.ts'

const CONFIG = 'device_vendor_msft_policy_config'

/** Intune's built-in policy, enforced; it covers the whole disk, scripts and drivers. */
export const BUILT_IN: readonly ExpectedSetting[] = [
  is(`${CONFIG}_applicationcontrolv2_auditmode`, 'disabled'),
  is(`${CONFIG}_applicationcontrol_built_in_controls_enable_app_control`, '0'),
]

/** AppLocker as an endpoint protection profile configures it, with Microsoft's rules. */
export const PROFILE: ExpectedSetting = {
  settingId: APP_LOCKER_CONTROL,
  accepts: (option) => option.startsWith('enforce'),
}

const XML_SETTINGS = [
  `${CONFIG}_applicationcontrolv2_xmlupload`,
  `${CONFIG}_applicationcontrolv2_policy`,
  `${CONFIG}_applicationcontrol_policies_{policyguid}_xml`,
]

/** A custom policy that does this; `opens` says whether a supplemental policy undoes it. */
export const xmlThat = (
  accepts: (xml: string) => boolean,
  opens: (xml: string) => boolean = allowsEverything,
): ExpectedSetting[] =>
  XML_SETTINGS.map((settingId) => ({ settingId, accepts, besides: (xml) => leavesOthers(xml, opens) }))

export const lockerThat = (
  kind: keyof typeof APP_LOCKER_RULES,
  accepts: (xml: string) => boolean,
): ExpectedSetting => ({
  settingId: APP_LOCKER_RULES[kind],
  accepts,
})

/** Application control of programs that is enforced, not only in audit mode. */
export const ENFORCED: Rule = {
  name: 'application control',
  anyOf: [...BUILT_IN, PROFILE, ...xmlThat(coversPrograms), lockerThat('exe', lockerEnforces)],
}

/** Every setting of application control in Intune. */
export const CONTROL_SETTINGS: readonly string[] = [
  ...BUILT_IN.map(({ settingId }) => settingId),
  ...XML_SETTINGS,
  APP_LOCKER_CONTROL,
  ...Object.values(APP_LOCKER_RULES),
  COMPILED_POLICY,
]

interface Aspect {
  id: string
  rules: readonly Rule[]
  effect: string
  expected: string
  /** Settings that may do this although Intune does not show it. */
  opaque?: readonly ExpectedSetting[]
  limitations?: readonly string[]
  /** Set if Macs must have it too. */
  alsoOnMacs?: true
}

const ANOTHER = 'another vendor’s product'
const OTHER_VENDORS = 'If another vendor’s product does this, say so in the questionnaire; that answer then counts.'
const ONLY_INTUNE = 'Signed policy files, and policies that do not reach devices through Intune, are not seen.'

/**
 * One aspect of application control. Audit mode, or a policy that allows everything, does not count. Other vendors' products
 * control applications without any of this, even alongside a Windows policy in audit mode: where Windows enforces nothing,
 * the result is unknown, as without any policy. If it enforces a policy that leaves this out, that is a failure until people
 * name another product. An assigned policy whose content cannot be read may do it.
 */
export function aspectCheck(aspect: Aspect): Check {
  return {
    id: aspect.id,
    version: 4,
    counts: countedBy(aspect),
    evaluate: (tenant, parameters) => evaluateAspect(tenant, parameters, aspect),
  }
}

export function evaluateAspect(tenant: TenantReading, parameters: Parameters, aspect: Omit<Aspect, 'id'>): CheckResult {
  const result = evaluateOnWindows(tenant, parameters, aspect)
  return aspect.alsoOnMacs ? unlessMacs(result, tenant, parameters, 'application control') : result
}

function evaluateOnWindows(tenant: TenantReading, parameters: Parameters, aspect: Omit<Aspect, 'id'>): CheckResult {
  const { rules, effect, expected, limitations = [] } = aspect
  const result = evaluateDemand(tenant, parameters, {
    rules,
    effect,
    expected,
    sources: ['catalogue', 'profile', 'intent'],
    alsoSetBy: { name: 'another vendor’s application control' },
    contraryBeside: ENFORCED,
    verb: 'enforces',
    limitations: [...limitations, ONLY_INTUNE],
  })
  if (result.verdict === 'effective' || result.kind === undefined || result.kind === 'blind') return result
  const { atBest: _, ...open } = result
  const names = opaquePolicies(tenant, aspect)
  if (names.length === 0) {
    const isUnknown = open.verdict === 'no_visibility'
    return { ...open, kind: 'absent', ...(!isUnknown && { invites: OTHER_VENDORS, another: ANOTHER }) }
  }
  const reason = `What these policies do about this cannot be seen: ${some(names)}.`
  const { coverage: __, affected: ___, ...rest } = open
  return {
    ...rest,
    verdict: 'no_visibility',
    kind: 'blind',
    observed: `This could not be evaluated. ${reason}`,
    limitations: [reason, ...result.limitations],
  }
}

function opaquePolicies(tenant: TenantReading, { opaque = [] }: Omit<Aspect, 'id'>): string[] {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return []
  const isOpaque = ({ settingId, option }: ConfiguredSetting): boolean =>
    option === UNREADABLE || opaque.some((setting) => setting.settingId === settingId && setting.accepts?.(option))
  const entries = CONTROL_SETTINGS.flatMap((id) => valuesOf(settings, id))
  const found = entries.filter((entry) => entry.reached.assigned && isOpaque(entry))
  return [...new Set(found.map((entry) => `“${entry.policy.name}”`))]
}
