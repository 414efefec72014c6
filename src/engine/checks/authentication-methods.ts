import { type Fields, fields, list, text } from '../../shared/json.ts'
import { readDataset } from '../datasets/reading.ts'
import type { Check, CheckResult } from '../model/check.ts'
import type { Reading, TenantReading } from '../model/tenant-reading.ts'
import { affected, evidenceOf, type Failed, share, unknown } from './verdict.ts'

interface MethodsPolicy {
  ok: true
  reading: Extract<Reading, { ok: true }>
  /** Whether the older settings of multi-factor authentication and password reset are out of use; undefined where not told. */
  isMigrated: boolean | undefined
  /** A method's configuration by its name in lower case; empty where the policy does not mention it. */
  method(name: string): Fields
}

const MIGRATED: Readonly<Record<string, boolean>> = {
  migrationComplete: true,
  migrationInProgress: false,
  preMigration: false,
}

/**
 * Shape: Graph `authenticationMethodsPolicy`, v1.0. A tenant that never had the older settings has nothing to migrate,
 * and its state is null.
 */
function methodsPolicyOf(tenant: TenantReading): MethodsPolicy | Failed {
  const reading = readDataset(tenant, 'authenticationMethodsPolicy')
  if (!reading.ok) return reading
  const { policyMigrationState, authenticationMethodConfigurations } = fields(reading.value)
  const methods = list(authenticationMethodConfigurations).map(fields)
  return {
    ok: true,
    reading,
    isMigrated: policyMigrationState === null ? true : MIGRATED[text(policyMigrationState) ?? ''],
    method: (name) => fields(methods.find((method) => text(method.id)?.toLowerCase() === name)),
  }
}

const OLDER_SETTINGS = 'The older settings, which apply until the migration is complete, cannot be read.'

/** The authentication methods policy alone says how people sign in; the older settings beside it are out of use. */
export const methodsMigrated: Check = {
  id: 'authentication-methods-migrated',
  version: 1,
  evaluate(tenant) {
    const expected = 'The migration to the authentication methods policy is set to complete.'
    const policy = methodsPolicyOf(tenant)
    if (!policy.ok) return unknown(policy, expected)
    const { isMigrated } = policy
    const result = { expected, evidence: evidenceOf(policy.reading), limitations: [] }
    if (isMigrated === undefined) {
      return {
        ...result,
        verdict: 'no_visibility',
        observed: 'The policy does not say how far the migration has come.',
      }
    }
    return isMigrated
      ? { ...result, verdict: 'effective', observed: 'The older settings are out of use.' }
      : { ...result, verdict: 'ineffective', observed: 'The migration is not complete, so older settings still apply.' }
  },
}

const WEAK: readonly (readonly [method: string, name: string])[] = [
  ['sms', 'text message'],
  ['voice', 'voice call'],
  ['email', 'code by mail'],
]

/**
 * Text message, voice call and code by mail are off. That they are off in the policy proves nothing before the migration
 * is complete, for the older settings may still allow them; that one is on counts at any time.
 */
export const weakMethodsDisabled: Check = {
  id: 'weak-authentication-methods-disabled',
  version: 1,
  evaluate(tenant) {
    const expected = 'Text message, voice call and code by mail are disabled as authentication methods.'
    const policy = methodsPolicyOf(tenant)
    if (!policy.ok) return unknown(policy, expected)
    const states = WEAK.map(([method, name]) => ({ name, state: text(policy.method(method).state) }))
    const on = states.flatMap(({ name, state }) => (state === 'enabled' ? [name] : []))
    const coverage = { n: states.filter(({ state }) => state === 'disabled').length, of: states.length }
    const untold = states.length - coverage.n - on.length
    const isOpen = untold > 0 || policy.isMigrated !== true
    return {
      verdict: weakVerdict(on.length, isOpen),
      coverage,
      observed: [
        `${share(coverage, 'weak method')} ${coverage.n === 1 ? 'is' : 'are'} disabled in the policy.`,
        ...(on.length > 0 ? [`Enabled: ${on.join(', ')}.`] : []),
        ...(untold > 0 ? ['The policy does not tell the state of the others.'] : []),
      ].join(' '),
      expected,
      ...affected(on),
      evidence: evidenceOf(policy.reading),
      limitations: [
        'For whom a method is enabled makes no difference here.',
        ...(policy.isMigrated === true ? [] : [OLDER_SETTINGS]),
      ],
    }
  },
}

function weakVerdict(on: number, isOpen: boolean): CheckResult['verdict'] {
  if (on === WEAK.length) return 'ineffective'
  if (on > 0) return isOpen ? 'ineffective' : 'partial'
  return isOpen ? 'no_visibility' : 'effective'
}

const ALL_USERS = 'all_users'

/**
 * Microsoft Authenticator, where it may be used, shows which application asks and from where, to everybody, and gives
 * out no one-time codes, which would show neither. A setting that is left to Microsoft (`default`) changes with what
 * Microsoft thinks best, so it counts as not set.
 */
export const authenticatorContext: Check = {
  id: 'authenticator-shows-context',
  version: 1,
  evaluate(tenant) {
    const expected =
      'Microsoft Authenticator shows everybody the application and the place of a sign-in, and gives out no one-time codes.'
    const policy = methodsPolicyOf(tenant)
    if (!policy.ok) return unknown(policy, expected)
    const authenticator = policy.method('microsoftauthenticator')
    const state = text(authenticator.state)
    const limitations = policy.isMigrated === true ? [] : [OLDER_SETTINGS]
    const result = { expected, evidence: evidenceOf(policy.reading), limitations }
    if (state === 'disabled' && policy.isMigrated === true) {
      return { ...result, verdict: 'not_applicable', observed: 'Microsoft Authenticator is disabled.' }
    }
    if (state !== 'enabled') {
      const observed = 'Whether Microsoft Authenticator may be used could not be told.'
      return { ...result, verdict: 'no_visibility', observed }
    }
    return { ...result, ...judgeContext(authenticator) }
  },
}

function judgeContext(authenticator: Fields): Pick<CheckResult, 'verdict' | 'coverage' | 'observed' | 'affected'> {
  const { displayAppInformationRequiredState, displayLocationInformationRequiredState } = fields(
    authenticator.featureSettings,
  )
  const settings: [name: string, holds: boolean][] = [
    ['the application is shown to everybody', isOnForAll(displayAppInformationRequiredState)],
    ['the place is shown to everybody', isOnForAll(displayLocationInformationRequiredState)],
    ['one-time codes are off', authenticator.isSoftwareOathEnabled === false],
  ]
  const missing = settings.flatMap(([name, holds]) => (holds ? [] : [name]))
  const coverage = { n: settings.length - missing.length, of: settings.length }
  return {
    verdict: missing.length === 0 ? 'effective' : coverage.n === 0 ? 'ineffective' : 'partial',
    coverage,
    observed: [
      `${share(coverage, 'setting')} of Microsoft Authenticator ${coverage.n === 1 ? 'is' : 'are'} as expected.`,
      ...(missing.length > 0 ? [`Not so: ${missing.join(', ')}.`] : []),
    ].join(' '),
    ...affected(missing),
  }
}

/** Graph leaves out the group that is excluded where there is none, or names one of zeros. */
function isOnForAll(setting: unknown): boolean {
  const { state, includeTarget, excludeTarget } = fields(setting)
  const excluded = text(fields(excludeTarget).id)
  const spares = excluded !== undefined && !/^[0-]*$/.test(excluded)
  return state === 'enabled' && text(fields(includeTarget).id) === ALL_USERS && !spares
}
