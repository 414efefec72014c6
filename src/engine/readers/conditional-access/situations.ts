import { fields, text, texts } from '../../../shared/json.ts'
import { conditionMaskOf } from './condition-mask.ts'
import { DEVICE, DEVICE_CONTROLS, deviceAsked } from './devices.ts'
import { GRANT } from './grant.ts'
import type { AccessDemand, Policy, Situation } from './policies.ts'

const REGISTRATION = 'urn:user:registersecurityinfo'

/** The sign-ins that a condition of this name singles out. */
const singledOut =
  (condition: string, has: (value: unknown) => boolean): Situation =>
  (policy) =>
    has(policy.conditions[condition]) ? without(policy, condition) : policy

const without = (policy: Policy, condition: string): Policy => ({
  ...policy,
  mask: conditionMaskOf({ ...policy.conditions, [condition]: null }),
})

const isHigh = (levels: unknown): boolean => texts(levels).includes('high')

/** Graph `conditionalAccessTransferMethods`: names joined by commas. */
const isDeviceCode = (flows: unknown): boolean =>
  text(fields(flows).transferMethods)
    ?.split(',')
    .some((method) => method.trim() === 'deviceCodeFlow') === true

/** Sign-ins from an unmanaged device: demanding a managed device blocks them. */
const unmanagedDevice: Situation = (policy) => {
  const asked = deviceAsked(policy.grantControls, policy.conditions.devices)
  if (asked === DEVICE.none) return policy
  const level = asked === DEVICE.any ? GRANT.none : GRANT.block
  return { ...without(policy, 'devices'), grant: { certain: level, possible: level } }
}

/** Registration of authentication methods from an unmanaged device; policies for resources do not apply to it. */
const unmanagedRegistration: Situation = (policy) => {
  const isMeant = texts(fields(policy.conditions.applications).includeUserActions).includes(REGISTRATION)
  const resources = { includes: new Set(isMeant ? [REGISTRATION] : []), excludes: new Set<string>() }
  return { ...unmanagedDevice(policy), resources }
}

const blocked = { required: GRANT.block, clients: 'modern' } as const

/** Demands that one kind of sign-in is blocked. */
export const HIGH_RISK_USER: AccessDemand = {
  ...blocked,
  situation: singledOut('userRiskLevels', isHigh),
}
export const HIGH_RISK_SIGN_IN: AccessDemand = {
  ...blocked,
  situation: singledOut('signInRiskLevels', isHigh),
}
export const DEVICE_CODE_FLOW: AccessDemand = {
  ...blocked,
  situation: singledOut('authenticationFlows', isDeviceCode),
}
export const UNMANAGED_DEVICE: AccessDemand = {
  ...blocked,
  situation: unmanagedDevice,
  controls: [...DEVICE_CONTROLS],
}
export const UNMANAGED_REGISTRATION: AccessDemand = {
  ...blocked,
  situation: unmanagedRegistration,
  controls: [...DEVICE_CONTROLS],
  resource: REGISTRATION,
}

export const COMPLIANCE_NOT_READ = [
  'What makes a device count as compliant is set in Intune and is not evaluated here.',
]
