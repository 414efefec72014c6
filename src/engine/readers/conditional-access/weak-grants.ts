import { fields, list, text, texts } from '../../../shared/json.ts'
import { some } from '../results/sentences.ts'
import { DEVICE_CONTROLS } from './devices.ts'
import { combinationsOf, GRANT, type Grant, gradeCombination } from './grant.ts'
import type { AccessDemand, Policy } from './policies.ts'

/** One of the things that a policy asks for. */
interface Control {
  words: string
  isEnough: boolean
}

const ANY_FACTOR = 'any second factor'

const WORDS: Readonly<Record<string, string>> = {
  mfa: ANY_FACTOR,
  compliantDevice: 'a compliant device',
  domainJoinedDevice: 'a hybrid joined device',
  approvedApplication: 'an approved application',
  compliantApplication: 'a protected application',
  passwordChange: 'a new password',
  block: 'nothing, because it blocks',
}

/** Why what a policy asks for is less than the demand, phrased to follow "it"; undefined if it is enough. */
export function grantShortcoming(
  { grant, grantControls }: Policy,
  demand: AccessDemand,
  strengths: ReadonlyMap<string, unknown>,
): string | undefined {
  if (grant.certain >= demand.required) return undefined
  if (grant.possible >= demand.required) return 'asks for an authentication strength that could not be read'
  const controls = controlsOf(grantControls, demand, strengths)
  const weak = controls.filter(({ isEnough }) => !isEnough).map(({ words }) => words)
  if (weak.length === 0) return 'asks for nothing'
  const isChoice = grantControls.operator !== 'AND' && controls.length > 1
  if (isChoice) return `accepts ${weak.join(' or ')}${weak.length < controls.length ? ' instead' : ''}`
  return weak.length === 1 && weak[0] === ANY_FACTOR ? `accepts ${ANY_FACTOR}` : `asks only for ${weak.join(' and ')}`
}

function controlsOf(
  grantControls: Policy['grantControls'],
  demand: AccessDemand,
  strengths: ReadonlyMap<string, unknown>,
): Control[] {
  const isAboutDevices = demand.required === GRANT.block
  const isEnough = (control: string): boolean =>
    isAboutDevices ? DEVICE_CONTROLS.has(control) : control === 'mfa' && demand.required <= GRANT.mfa
  const controls = texts(grantControls.builtInControls).map((control) => ({
    words: WORDS[control] ?? `another control (${control})`,
    isEnough: isEnough(control),
  }))
  const { authenticationStrength: strength, customAuthenticationFactors, termsOfUse } = grantControls
  const others = [
    ...(list(customAuthenticationFactors).length > 0 ? ['a control of another provider'] : []),
    ...(list(termsOfUse).length > 0 ? ['accepted terms of use'] : []),
  ].map((words) => ({ words, isEnough: false }))
  if (text(fields(strength).id) === undefined) return [...controls, ...others]
  return [...controls, strengthControl(strength, demand.required, strengths), ...others]
}

function strengthControl(strength: unknown, required: Grant, strengths: ReadonlyMap<string, unknown>): Control {
  const found = strengths.get(text(fields(strength).id)?.toLowerCase() ?? '')
  const name = text(fields(strength).displayName) ?? text(fields(found).displayName) ?? 'without a name'
  const combinations = combinationsOf(strength, strengths) ?? []
  const weak = combinations.filter((combination) => gradeCombination(combination) < required)
  const allows =
    weak.length > 0
      ? `, which allows ${some(
          weak.map((each) => each.replaceAll(',', ' + ')),
          2,
        )}`
      : ''
  return {
    words: `the authentication strength ‘${name}’${allows}`,
    isEnough: combinations.length > 0 && weak.length === 0 && required < GRANT.block,
  }
}
