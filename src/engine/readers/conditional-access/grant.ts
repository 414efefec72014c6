import { fields, list, text, texts } from '../../../shared/json.ts'

/** What a policy demands, weakest first. Blocking is the strongest: a blocked sign-in needs no second factor. */
export const GRANT = { none: 0, mfa: 1, phishingResistant: 2, block: 3 } as const
export type Grant = (typeof GRANT)[keyof typeof GRANT]

/** Lower and upper bound of a grant; they differ only if an authentication strength could not be read. */
export interface GrantBounds {
  certain: Grant
  possible: Grant
}

/**
 * What Microsoft's built-in phishing-resistant strength (id ending in 4) allows. `deviceBasedPush`, sign-in through the
 * Authenticator app without a password, is rightly not in it: the approval is not bound to the site that asks, so a
 * relaying site can obtain it. Device-bound passkeys in the app appear as `fido2`.
 */
const PHISHING_RESISTANT: ReadonlySet<string> = new Set([
  'windowsHelloForBusiness',
  'fido2',
  'x509CertificateMultiFactor',
])

/** Methods that are two factors by themselves. Microsoft counts temporary access passes among them. */
const TWO_FACTORS: ReadonlySet<string> = new Set([
  ...PHISHING_RESISTANT,
  'deviceBasedPush',
  'temporaryAccessPassOneTime',
  'temporaryAccessPassMultiUse',
  'federatedMultiFactor',
])

const SOMETHING_KNOWN: ReadonlySet<string> = new Set(['password', 'federatedSingleFactor'])

const SOMETHING_OWNED: ReadonlySet<string> = new Set([
  'microsoftAuthenticatorPush',
  'softwareOath',
  'hardwareOath',
  'sms',
  'voice',
  'x509CertificateSingleFactor',
])

/** Grants of the built-in strengths, which are the same in every tenant. */
const BUILT_IN_STRENGTHS: Readonly<Record<string, Grant>> = {
  '00000000-0000-0000-0000-000000000002': GRANT.mfa,
  '00000000-0000-0000-0000-000000000003': GRANT.mfa,
  '00000000-0000-0000-0000-000000000004': GRANT.phishingResistant,
}

/**
 * The grade of one allowed combination (`password,sms`). All of its methods are needed at once, so one
 * phishing-resistant method makes the combination phishing-resistant; an unknown method adds nothing. Names: Graph
 * `authenticationMethodModes`.
 */
export function gradeCombination(combination: string): Grant {
  const modes = combination.split(',').map((mode) => mode.trim())
  if (modes.some((mode) => PHISHING_RESISTANT.has(mode))) return GRANT.phishingResistant
  if (modes.some((mode) => TWO_FACTORS.has(mode))) return GRANT.mfa
  const known = modes.some((mode) => SOMETHING_KNOWN.has(mode))
  return known && modes.some((mode) => SOMETHING_OWNED.has(mode)) ? GRANT.mfa : GRANT.none
}

/**
 * The combinations that a strength allows, from the policy itself or from the list of strengths; undefined if unread.
 */
export function combinationsOf(strength: unknown, strengths: ReadonlyMap<string, unknown>): string[] | undefined {
  const found = [strength, strengths.get(text(fields(strength).id)?.toLowerCase() ?? '')]
  return found.map((item) => texts(fields(item).allowedCombinations)).find((combinations) => combinations.length > 0)
}

/**
 * The grade of a policy's grant controls: the strongest of those joined by AND, the weakest of those joined by OR or by
 * an unknown operator. `passwordChange` is not a second factor by itself: Graph requires it to be joined with `mfa` by
 * AND, and then `mfa` counts. Custom controls and terms of use prove no second factor.
 */
export function gradeGrant(grantControls: unknown, strengths: ReadonlyMap<string, unknown>): GrantBounds {
  const grant = fields(grantControls)
  const alternatives: GrantBounds[] = [
    ...list(grant.builtInControls).map((control) => {
      const level = control === 'block' ? GRANT.block : control === 'mfa' ? GRANT.mfa : GRANT.none
      return { certain: level, possible: level }
    }),
    ...[...list(grant.customAuthenticationFactors), ...list(grant.termsOfUse)].map(() => ({
      certain: GRANT.none,
      possible: GRANT.none,
    })),
  ]
  if (text(fields(grant.authenticationStrength).id) !== undefined) {
    alternatives.push(gradeStrength(grant.authenticationStrength, strengths))
  }
  const [first, ...rest] = alternatives
  if (!first) return { certain: GRANT.none, possible: GRANT.none }
  const pick = grant.operator === 'AND' ? strongest : weakest
  return rest.reduce<GrantBounds>(
    (sum, next) => ({ certain: pick(sum.certain, next.certain), possible: pick(sum.possible, next.possible) }),
    first,
  )
}

const strongest = (a: Grant, b: Grant): Grant => (a > b ? a : b)
const weakest = (a: Grant, b: Grant): Grant => (a < b ? a : b)

function gradeStrength(strength: unknown, strengths: ReadonlyMap<string, unknown>): GrantBounds {
  const combinations = combinationsOf(strength, strengths)
  const level = combinations
    ? combinations.map(gradeCombination).reduce(weakest, GRANT.block)
    : BUILT_IN_STRENGTHS[text(fields(strength).id) ?? '']
  if (level === undefined) return { certain: GRANT.none, possible: GRANT.phishingResistant }
  return { certain: level, possible: level }
}
