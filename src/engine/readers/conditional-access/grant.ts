import { fields, list, text, texts } from '../../../shared/json.ts'

/** What a policy asks for, weakest first. Blocking is the strongest: who cannot sign in cannot sign in too weakly. */
export const GRANT = { none: 0, mfa: 1, phishingResistant: 2, block: 3 } as const
export type Grant = (typeof GRANT)[keyof typeof GRANT]

/** Two bounds of a grant: they differ only where an authentication strength could not be read. */
export interface GrantBounds {
  certain: Grant
  possible: Grant
}

/**
 * What Microsoft's built-in phishing-resistant strength (id ending in 4) allows. `deviceBasedPush`, sign-in by the
 * Authenticator app without a password, is not in it, and rightly so: approving a prompt is not bound to the site that
 * asks, so a relaying site can get it approved. Device-bound passkeys in the app come as `fido2`.
 */
const PHISHING_RESISTANT: ReadonlySet<string> = new Set([
  'windowsHelloForBusiness',
  'fido2',
  'x509CertificateMultiFactor',
])

/** Methods that are two factors by themselves. Temporary access passes are here because Microsoft counts them so. */
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
 * What one allowed combination (`password,sms`) amounts to. Everything in it is needed at once, so one
 * phishing-resistant method makes all of it so; a method of a name not known here adds nothing.
 * Names: Graph `authenticationMethodModes`.
 */
export function gradeCombination(combination: string): Grant {
  const modes = combination.split(',').map((mode) => mode.trim())
  if (modes.some((mode) => PHISHING_RESISTANT.has(mode))) return GRANT.phishingResistant
  if (modes.some((mode) => TWO_FACTORS.has(mode))) return GRANT.mfa
  const known = modes.some((mode) => SOMETHING_KNOWN.has(mode))
  return known && modes.some((mode) => SOMETHING_OWNED.has(mode)) ? GRANT.mfa : GRANT.none
}

/** The combinations a strength allows, from the policy itself or from the list of strengths; undefined where unread. */
export function combinationsOf(strength: unknown, strengths: ReadonlyMap<string, unknown>): string[] | undefined {
  const found = [strength, strengths.get(text(fields(strength).id)?.toLowerCase() ?? '')]
  return found.map((item) => texts(fields(item).allowedCombinations)).find((combinations) => combinations.length > 0)
}

/**
 * What a policy's grant controls come to: the strongest of those joined by AND, the weakest of those joined by OR (and
 * of several joined by nothing that we know). `passwordChange` is no second factor by itself: Graph requires it to be
 * joined with `mfa` by AND, and then `mfa` counts. Custom controls and terms of use prove no second factor.
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
