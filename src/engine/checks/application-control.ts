import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import * as policy from './application-control-xml.ts'
import { APP_LOCKER_CONTROL, APP_LOCKER_RULES, COMPILED_POLICY, UNREADABLE } from './intune-device-configurations.ts'
import { judgeDemand } from './intune-judge.ts'
import { type ExpectedSetting, is, type Rule } from './intune-rules.ts'
import { type ConfiguredSetting, intuneSettings, valuesOf } from './intune-settings.ts'
import { some } from './verdict.ts'

const CONFIG = 'device_vendor_msft_policy_config'

/** The policy that Intune builds itself, enforced; it holds for the whole disk, for scripts and for drivers. */
const BUILT_IN: readonly ExpectedSetting[] = [
  is(`${CONFIG}_applicationcontrolv2_auditmode`, 'disabled'),
  is(`${CONFIG}_applicationcontrol_built_in_controls_enable_app_control`, '0'),
]

/** AppLocker as an endpoint protection profile sets it up, with rules of Microsoft's own. */
const PROFILE: ExpectedSetting = { settingId: APP_LOCKER_CONTROL, accepts: (option) => option.startsWith('enforce') }

const XML_SETTINGS = [
  `${CONFIG}_applicationcontrolv2_xmlupload`,
  `${CONFIG}_applicationcontrolv2_policy`,
  `${CONFIG}_applicationcontrol_policies_{policyguid}_xml`,
]

const xmlThat = (accepts: (xml: string) => boolean): ExpectedSetting[] =>
  XML_SETTINGS.map((settingId) => ({ settingId, accepts }))

const lockerThat = (kind: keyof typeof APP_LOCKER_RULES, accepts: (xml: string) => boolean): ExpectedSetting => ({
  settingId: APP_LOCKER_RULES[kind],
  accepts,
})

/** Every setting with which Intune controls applications. */
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
  /** Settings that may do this without showing it. */
  opaque?: readonly ExpectedSetting[]
  limitations?: readonly string[]
}

const ONLY_INTUNE = 'Policies that group policy or other tools bring to devices, and signed policy files, are not seen.'

/**
 * One aspect of application control. Audit mode and a policy that allows everything are no control. Where a policy is
 * assigned whose content cannot be read, its absence elsewhere proves nothing, and the verdict stays open.
 */
function aspectCheck(aspect: Aspect): Check {
  return { id: aspect.id, version: 1, evaluate: (tenant, parameters) => judgeAspect(tenant, parameters, aspect) }
}

function judgeAspect(tenant: TenantReading, parameters: Parameters, aspect: Aspect): CheckResult {
  const { rules, effect, expected, limitations = [] } = aspect
  const result = judgeDemand(tenant, parameters, {
    rules,
    effect,
    expected,
    sources: ['catalogue', 'profile', 'intent'],
    limitations: [...limitations, ONLY_INTUNE],
  })
  if (result.verdict !== 'ineffective' && result.verdict !== 'partial') return result
  const names = opaquePolicies(tenant, aspect)
  if (names.length === 0) return result
  const reason = `These policies do not show what they do about this: ${some(names)}.`
  const { coverage: _, affected: __, ...rest } = result
  return {
    ...rest,
    verdict: 'no_visibility',
    observed: `This could not be judged. ${reason}`,
    limitations: [reason, ...result.limitations],
  }
}

function opaquePolicies(tenant: TenantReading, { opaque = [] }: Aspect): string[] {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return []
  const isOpaque = ({ settingId, option }: ConfiguredSetting): boolean =>
    option === UNREADABLE || opaque.some((setting) => setting.settingId === settingId && setting.accepts?.(option))
  const entries = CONTROL_SETTINGS.flatMap((id) => valuesOf(settings, id))
  const found = entries.filter((entry) => entry.reached.assigned && isOpaque(entry))
  return [...new Set(found.map((entry) => `“${entry.policy.name}”`))]
}

/** ISM-0843. */
export const applicationControl = aspectCheck({
  id: 'application-control',
  rules: [
    {
      name: 'application control',
      anyOf: [...BUILT_IN, PROFILE, ...xmlThat(policy.coversPrograms), lockerThat('exe', policy.lockerEnforces)],
    },
  ],
  effect: 'application control is enforced',
  expected: 'App Control for Business or AppLocker is enforced, and not just watching, on all Windows devices.',
})

/** ISM-1870. */
export const applicationControlUserFolders = aspectCheck({
  id: 'application-control-user-folders',
  rules: [
    {
      name: 'user profiles and temporary folders',
      anyOf: [
        ...BUILT_IN,
        PROFILE,
        ...xmlThat(policy.coversUserFolders),
        lockerThat('exe', policy.lockerCoversUserFolders),
      ],
    },
  ],
  effect: 'application control reaches user profiles and temporary folders',
  expected: 'No rule lets programs run from user profiles or temporary folders because of where they are.',
})

/** ISM-1871. */
export const applicationControlAllFolders = aspectCheck({
  id: 'application-control-all-folders',
  rules: [
    {
      name: 'all other folders',
      anyOf: [...BUILT_IN, PROFILE, ...xmlThat(policy.coversAllFolders), lockerThat('exe', policy.lockerEnforces)],
    },
  ],
  effect: 'application control reaches every folder',
  expected: 'No rule lets whatever lies on a disk run because of where it is.',
  limitations: ['Whether users can write to the folders that path rules name is not seen.'],
})

/** ISM-1657. Compiled help, HTML applications and control panel items run in programs and are covered with them. */
export const applicationControlFileTypes = aspectCheck({
  id: 'application-control-file-types',
  rules: (
    [
      ['programs', 'exe'],
      ['libraries', 'dll'],
      ['scripts', 'script'],
      ['installers', 'msi'],
    ] as const
  ).map(([name, kind]) => ({
    name,
    anyOf: [...BUILT_IN, PROFILE, ...xmlThat(policy.coversScripts), lockerThat(kind, policy.lockerEnforces)],
  })),
  effect: 'application control covers programs, libraries, scripts and installers',
  expected: 'Only approved programs, libraries, scripts and installers can run on any Windows device.',
})

/** ISM-1658; AppLocker knows nothing of drivers. */
export const applicationControlDrivers = aspectCheck({
  id: 'application-control-drivers',
  rules: [{ name: 'drivers', anyOf: [...BUILT_IN, ...xmlThat(policy.enforces)] }],
  effect: 'App Control decides which drivers are loaded',
  expected: 'An enforced App Control policy lets approved drivers alone be loaded on all Windows devices.',
  limitations: ['The drivers that the policy approves are not compared with those you approve.'],
})

/** ISM-1544. What the built-in policy blocks beside what it does not allow is not shown by Intune. */
export const applicationBlocklist = aspectCheck({
  id: 'application-blocklist',
  rules: [{ name: 'recommended block rules', anyOf: xmlThat(policy.blocksListed) }],
  effect: 'the applications that Microsoft advises to block are blocked',
  expected: 'An enforced App Control policy on all Windows devices holds Microsoft’s recommended block rules.',
  opaque: [...BUILT_IN, PROFILE],
  limitations: ['A sample of the list is looked for; whether the rules are its newest version is not seen.'],
})
