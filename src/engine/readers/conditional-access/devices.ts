import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import type { AccountState } from '../privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../privileged-access/role-holders.ts'
import { some } from '../results/sentences.ts'
import { type ConditionMask, conditionMaskOf, FULL_MASK } from './condition-mask.ts'
import { DEVICE_PROOF, deviceFilterOf, proofOfExempt } from './device-filter.ts'
import { coversResource, type Resources, resourcesOf } from './resources.ts'
import { administratorWays } from './role-ways.ts'
import { knowledgeOf, type Reach, reachOf, type Scope, scopeOf } from './scope.ts'

/** What a policy demands from the device, weakest first. Blocking is the strongest. */
export const DEVICE = {
  any: DEVICE_PROOF.nothing,
  managed: DEVICE_PROOF.managed,
  dedicated: DEVICE_PROOF.dedicated,
  none: 3,
} as const
type Device = (typeof DEVICE)[keyof typeof DEVICE]

interface DevicePolicy {
  asks: Device
  mask: ConditionMask
  resources: Resources
  scope: Scope
}

/** The enabled policies that demand something from the device. Shapes: Graph `conditionalAccessPolicy`, v1.0. */
export const devicePoliciesOf = perTenant(
  (tenant: TenantReading): { reading: Reading; policies: readonly DevicePolicy[] } => {
    const reading = readDataset(tenant, 'conditionalAccessPolicies')
    const policies: DevicePolicy[] = []
    for (const policy of list(reading.ok ? reading.value : undefined).map(fields)) {
      const conditions = fields(policy.conditions)
      const asks =
        policy.state === 'enabled' ? deviceAsked(fields(policy.grantControls), conditions.devices) : DEVICE.any
      if (asks === DEVICE.any) continue
      policies.push({
        asks,
        mask: conditionMaskOf({ ...conditions, devices: null }),
        resources: resourcesOf(fields(conditions.applications)),
        scope: scopeOf(tenant, fields(conditions.users)),
      })
    }
    return { reading, policies }
  },
)

/**
 * A policy demands a managed device by a grant control, or by blocking every device that its filter does not exempt: what
 * is certain about the exempt devices is what it demands. A filter on a policy that grants access limits the policy to some
 * devices and leaves all others alone, so it demands nothing.
 */
export function deviceAsked(grant: Fields, devices: unknown): Device {
  const controls = texts(grant.builtInControls)
  const filter = deviceFilterOf(devices)
  if (controls.includes('block')) {
    if (filter.kind === 'none') return DEVICE.none
    return filter.kind === 'filter' ? proofOfExempt(filter.mode, filter.rule) : DEVICE.any
  }
  if (filter.kind !== 'none') return DEVICE.any
  const others = [...list(grant.customAuthenticationFactors), ...list(grant.termsOfUse)]
  const strength = text(fields(grant.authenticationStrength).id) === undefined ? 0 : 1
  const asked = controls.filter((control) => DEVICE_CONTROLS.has(control)).length
  const alternatives = controls.length + others.length + strength
  const needed = grant.operator === 'AND' ? asked > 0 : asked > 0 && asked === alternatives
  return needed ? DEVICE.managed : DEVICE.any
}

/** The grant controls that ask for a managed device. */
export const DEVICE_CONTROLS: ReadonlySet<string> = new Set(['compliantDevice', 'domainJoinedDevice'])

/** One sentence on the enabled policies that do not count because we do not understand their filter for devices. */
export const filtersNotUnderstood = perTenant((tenant): string[] => {
  const reading = readDataset(tenant, 'conditionalAccessPolicies')
  const names = list(reading.ok ? reading.value : undefined)
    .map(fields)
    .filter(
      ({ state, conditions }) => state === 'enabled' && deviceFilterOf(fields(conditions).devices).kind === 'unknown',
    )
    .map(({ displayName, id }) => `‘${text(displayName) ?? text(id)}’`)
  return names.length > 0
    ? [`We do not understand the filter for devices in ${some(names)}, so these policies do not count.`]
    : []
})

/**
 * Where administration takes place, as far as Conditional Access can single it out: the admin portals and Azure's
 * management API.
 */
const ADMINISTRATION = ['MicrosoftAdminPortals', '797f4846-ba00-4fd7-ba43-dac1f8f63013']

/** Whether an account can administer only from such devices, no matter which of its roles it activates. */
export function deviceState(tenant: TenantReading, account: PrivilegedAccount, required: Device): AccountState {
  const { policies } = devicePoliciesOf(tenant)
  const states = administratorWays(account.holdings).map((way): AccountState => {
    const reach = policies.map(({ scope }) => reachOf(tenant, scope, account, knowledgeOf(way)))
    if (ADMINISTRATION.every((resource) => coverEverySignIn(policies, reach, resource, required, CERTAIN)))
      return 'fine'
    return ADMINISTRATION.every((resource) => coverEverySignIn(policies, reach, resource, required, POSSIBLE))
      ? 'unknown'
      : 'short'
  })
  if (states.includes('short')) return 'short'
  return states.includes('unknown') ? 'unknown' : 'fine'
}

const CERTAIN: readonly Reach[] = ['applies']
const POSSIBLE: readonly Reach[] = ['applies', 'maybe']

function coverEverySignIn(
  policies: readonly DevicePolicy[],
  reach: readonly Reach[],
  resource: string,
  required: Device,
  counting: readonly Reach[],
): boolean {
  let mask = 0
  for (const [index, policy] of policies.entries()) {
    const met = reach[index]
    if (met === undefined || !counting.includes(met) || policy.asks < required) continue
    if (coversResource(policy.resources, resource)) mask |= policy.mask.modern
  }
  return mask === FULL_MASK
}
