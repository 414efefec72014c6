import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fields, fields, list, text } from '../../../../src/shared/json.ts'
import {
  BUILT_IN_STRENGTHS,
  PHISHING_RESISTANT_STRENGTH,
} from '../../../../src/simulator/content/identity/strengths.ts'
import type { Random } from '../../../../src/simulator/content/primitives/random.ts'
import { findLosses, type Subject } from './stricter.ts'

const STATES = ['enabled', 'enabled', 'disabled', 'enabledForReportingButNotEnforced'] as const
const RESISTANT = BUILT_IN_STRENGTHS.find(({ id }) => id === PHISHING_RESISTANT_STRENGTH)

const isPolicy = (item: Fields): boolean => 'grantControls' in item && 'conditions' in item

const isMfa = (grant: Fields): boolean => list(grant.builtInControls).includes('mfa')

/** A grant for every user and resource: MFA alone, or as one of two alternatives, as a policy may have it. */
const drawnGrant = (grant: Fields, random: Random): Fields =>
  isMfa(grant) ? { ...grant, builtInControls: random.pick([['mfa'], ['mfa', 'compliantDevice']]) } : grant

/** One step that makes a grant stronger: no alternative, all controls at once, or phishing-resistant MFA. */
function strongerGrant(grant: Fields, random: Random): Fields {
  const step = random.below(3)
  if (step === 0 && isMfa(grant)) return { ...grant, builtInControls: ['mfa'] }
  if (step === 1 && isMfa(grant)) return { ...grant, builtInControls: [], authenticationStrength: RESISTANT }
  return { ...grant, operator: 'AND' }
}

/** Conditions that narrow a policy, as it may have them. */
const drawnConditions = (conditions: Fields, random: Random): Fields => ({
  ...conditions,
  ...(random.share() < 0.3 && { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } }),
  ...(random.share() < 0.3 && { platforms: { includePlatforms: ['windows', 'macOS'], excludePlatforms: [] } }),
})

const accessPolicies = (tighten: Subject['tighten']): Subject => ({
  datasets: ['conditionalAccessPolicies'],
  draw: (item, random) =>
    isPolicy(item)
      ? {
          ...item,
          state: random.pick(STATES),
          grantControls: drawnGrant(fields(item.grantControls), random),
          conditions: drawnConditions(fields(item.conditions), random),
        }
      : item,
  tighten: (item, random) => (isPolicy(item) ? tighten(item, random) : item),
})

test('a stronger grant of a conditional access policy never lowers a verdict', () => {
  const grants = accessPolicies((item, random) => ({
    ...item,
    grantControls: strongerGrant(fields(item.grantControls), random),
  }))
  assert.deepEqual(findLosses('grants', grants, 10), [])
})

test('enabling a conditional access policy never lowers a verdict', () => {
  const states = accessPolicies((item) => ({ ...item, state: 'enabled' }))
  assert.deepEqual(findLosses('states', states, 3), [])
})

test('a conditional access policy with fewer exceptions and conditions never lowers a verdict', () => {
  const conditions = accessPolicies((item, random) => {
    const own = fields(item.conditions)
    const drop = random.pick(['locations', 'platforms', 'excludeUsers', 'excludeGroups'])
    if (!drop.startsWith('exclude')) return { ...item, conditions: { ...own, [drop]: null } }
    return { ...item, conditions: { ...own, users: { ...fields(own.users), [drop]: [] } } }
  })
  assert.deepEqual(findLosses('conditions', conditions, 3), [])
})

const ruleType = (item: Fields): string =>
  /unifiedRoleManagementPolicy(\w+)Rule$/.exec(text(item['@odata.type']) ?? '')?.[1] ?? ''

const PERIODS = ['P365D', 'P180D', 'P90D', 'P15D'] as const
const HOURS = ['PT24H', 'PT10H', 'PT8H', 'PT4H', 'PT1H'] as const

/** The same or a later, that is shorter, period of the list. */
function shorter(period: unknown, periods: readonly string[], random: Random): string {
  const at = Math.max(0, periods.indexOf(text(period) ?? ''))
  return periods[at + random.below(periods.length - at)] ?? 'PT1H'
}

const periodsFor = (item: Fields): readonly [string, ...string[]] =>
  text(item.id)?.includes('EndUser') ? HOURS : PERIODS

test('shorter assignments of roles, with approval and more alerts, never lower a verdict', () => {
  const rules: Subject = {
    datasets: ['rolePolicies'],
    draw: (item, random) => {
      if (ruleType(item) === 'Expiration')
        return { ...item, isExpirationRequired: random.share() < 0.5, maximumDuration: random.pick(periodsFor(item)) }
      if (ruleType(item) !== 'Approval') return item
      return { ...item, setting: { ...fields(item.setting), isApprovalRequired: random.share() < 0.5 } }
    },
    tighten: (item, random) => {
      switch (ruleType(item)) {
        case 'Expiration': {
          const maximumDuration = shorter(item.maximumDuration, periodsFor(item), random)
          return { ...item, isExpirationRequired: true, maximumDuration }
        }
        case 'Approval':
          return { ...item, setting: { ...fields(item.setting), isApprovalRequired: true } }
        case 'Notification':
          return { ...item, notificationRecipients: [...list(item.notificationRecipients), 'alerts@security.example'] }
        default:
          return item
      }
    },
  }
  assert.deepEqual(findLosses('role rules', rules), [])
})

const isRestriction = (item: Fields): boolean => 'restrictionType' in item
const LIFETIMES = ['P730D', 'P366D', 'P365D', 'P181D', 'P180D', 'P30D'] as const
const hasLifetime = (item: Fields): boolean => text(item.restrictionType)?.endsWith('Lifetime') === true

test('shorter lifetimes of credentials of applications never lower a verdict', () => {
  const lifetimes: Subject = {
    datasets: ['applicationManagementPolicy'],
    draw: (item, random) => {
      if (!isRestriction(item)) return item
      const maxLifetime = hasLifetime(item) ? random.pick(LIFETIMES) : null
      return { ...item, state: random.pick(['enabled', 'disabled']), maxLifetime }
    },
    tighten: (item, random) => {
      if (!isRestriction(item)) return item
      const maxLifetime = hasLifetime(item) ? shorter(item.maxLifetime, LIFETIMES, random) : null
      return { ...item, state: 'enabled', maxLifetime }
    },
  }
  assert.deepEqual(findLosses('lifetimes', lifetimes, 3), [])
})

const WEAK_METHODS = ['Sms', 'Voice', 'Email']

test('switching off text messages, calls and email as factors never lowers a verdict', () => {
  const isWeak = (item: Fields): boolean => WEAK_METHODS.includes(text(item.id) ?? '')
  const methods: Subject = {
    datasets: ['authenticationMethodsPolicy'],
    draw: (item, random) => (isWeak(item) ? { ...item, state: random.pick(['enabled', 'enabled', 'disabled']) } : item),
    tighten: (item) => (isWeak(item) ? { ...item, state: 'disabled' } : item),
  }
  assert.deepEqual(findLosses('methods', methods, 3), [])
})
