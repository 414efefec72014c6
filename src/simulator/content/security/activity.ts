import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import type { Person } from '../inventory/people.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf, randomOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

const SIGN_IN_COUNT = 60

/** The newest sign-ins; IP addresses are from the documentation ranges. */
export function signInRows(recipe: Recipe, people: readonly Person[], calendar: Calendar): Row[] {
  const random = randomOf(`${recipe.seed}/signIns`)
  const [first, ...others] = people.filter(({ enabled }) => enabled)
  if (!first) return []
  return Array.from({ length: SIGN_IN_COUNT }, (_, position) => {
    const person = random.pick([first, ...others])
    const isLegacy = recipe.baseline === 'weak' && random.share() < 0.2
    return {
      id: guidOf(recipe.seed, 'signIn', position),
      createdDateTime: calendar.recent(1 + Math.floor(position / 20), 1_380 - (position % 20) * 61),
      userDisplayName: person.displayName,
      userPrincipalName: person.userPrincipalName,
      userId: person.id,
      appId: '00000002-0000-0ff1-ce00-000000000000',
      appDisplayName: 'Office 365 Exchange Online',
      ipAddress: `203.0.113.${17 + random.below(12)}`,
      clientAppUsed: isLegacy ? 'Authenticated SMTP' : 'Browser',
      correlationId: guidOf(recipe.seed, 'signInCorrelation', position),
      conditionalAccessStatus: recipe.baseline === 'weak' ? 'notApplied' : 'success',
      isInteractive: true,
      riskDetail: 'none',
      riskLevelAggregated: 'none',
      riskLevelDuringSignIn: 'none',
      riskState: 'none',
      riskEventTypes: [],
      resourceDisplayName: 'Office 365 Exchange Online',
      resourceId: '00000002-0000-0ff1-ce00-000000000000',
      status: { errorCode: 0, failureReason: 'Other.', additionalDetails: null },
      deviceDetail: { deviceId: '', displayName: '', operatingSystem: 'Windows10', browser: 'Edge', trustType: '' },
      location: { city: 'Melbourne', state: 'Victoria', countryOrRegion: 'AU', geoCoordinates: {} },
      appliedConditionalAccessPolicies: [],
    }
  })
}

/** Days since each account was last used; some administrators of the weak tenant have been inactive for months. */
function daysIdle(person: Person, baseline: Baseline, position: number, luck: number): number {
  if (person.kind === 'administrator') return 1 + Math.floor(luck * 3)
  // Emergency accounts are only used to test them.
  if (person.kind === 'break-glass') return baseline === 'strong' ? 20 : 61
  if (!person.enabled) return 150 + Math.floor(luck * 200)
  if (baseline === 'weak' && (position === 2 || position === 5)) return 130
  return luck < 0.9 ? 1 + Math.floor(luck * 6) : 12 + Math.floor(luck * 20)
}

/** When each account was last used, as in beta if only this is selected. A new guest has never signed in. */
export function userActivityRows(recipe: Recipe, people: readonly Person[], calendar: Calendar): Row[] {
  const random = randomOf(`${recipe.seed}/activity`)
  return people.map((person, position) => {
    const days = daysIdle(person, recipe.baseline, position, random.share())
    const at = calendar.recent(days, 480 + random.below(500))
    const isUnused = person.kind === 'guest' && random.share() < 0.2
    const signInActivity = isUnused
      ? null
      : {
          lastSignInDateTime: at,
          lastSignInRequestId: guidOf(recipe.seed, 'lastSignIn', position),
          lastNonInteractiveSignInDateTime: person.kind === 'break-glass' ? '0001-01-01T00:00:00Z' : at,
          lastNonInteractiveSignInRequestId: '',
          lastSuccessfulSignInDateTime: at,
          lastSuccessfulSignInRequestId: guidOf(recipe.seed, 'lastSignIn', position),
        }
    return { id: person.id, signInActivity }
  })
}

/** Entries of the audit log: category, activity, and target. */
const AUDITED = [
  ['UserManagement', 'Update user', 'User'],
  ['GroupManagement', 'Add member to group', 'Group'],
  ['RoleManagement', 'Add member to role completed (PIM activation)', 'Role'],
  ['ApplicationManagement', 'Update service principal', 'ServicePrincipal'],
  ['UserManagement', 'Reset user password', 'User'],
  ['Device', 'Update device', 'Device'],
] as const

const AUDIT_COUNT = 40

/** The newest entries of the audit log. */
export function directoryAuditRows(recipe: Recipe, people: readonly Person[], calendar: Calendar): Row[] {
  const random = randomOf(`${recipe.seed}/audits`)
  const actor = people.find(({ kind }) => kind === 'administrator') ?? people[0]
  const [first, ...others] = people
  if (!actor || !first) return []
  return Array.from({ length: AUDIT_COUNT }, (_, position) => {
    const [category, activityDisplayName, type] = AUDITED[position % AUDITED.length] ?? AUDITED[0]
    const target = random.pick([first, ...others])
    return {
      id: `Directory_${guidOf(recipe.seed, 'audit', position)}`,
      activityDateTime: calendar.recent(1 + Math.floor(position / 8), 1_320 - (position % 8) * 97),
      activityDisplayName,
      category,
      correlationId: guidOf(recipe.seed, 'auditCorrelation', position),
      loggedByService: category === 'RoleManagement' ? 'PIM' : 'Core Directory',
      operationType: 'Update',
      result: 'success',
      resultReason: '',
      initiatedBy: {
        app: null,
        user: {
          id: actor.id,
          displayName: null,
          userPrincipalName: actor.userPrincipalName,
          ipAddress: null,
          roles: [],
        },
      },
      targetResources: [{ id: target.id, displayName: target.displayName, type, modifiedProperties: [] }],
      additionalDetails: [],
    }
  })
}

/**
 * An incident: name, severity, how many days ago, and after how many hours it was resolved. One without hours is still
 * open.
 */
type Happening = readonly [
  name: string,
  severity: 'low' | 'medium' | 'high',
  daysAgo: number,
  resolvedAfterHours?: number,
]

const HAPPENINGS: Readonly<Record<Baseline, readonly Happening[]>> = {
  strong: [
    ['Phishing message removed after delivery', 'low', 9, 3],
    ['Unfamiliar sign-in properties for one user', 'medium', 21, 5],
    ['Suspicious PowerShell command line on one device', 'medium', 40, 7],
  ],
  typical: [
    ['Password spray against several users', 'medium', 4],
    ['Phishing message reported by a user', 'low', 6, 20],
    ['Malware blocked on one device', 'low', 13, 30],
    ['Suspicious inbox forwarding rule', 'high', 18, 50],
    ['Impossible travel for one user', 'medium', 27],
  ],
  weak: [
    ['Suspicious inbox forwarding rule', 'high', 16],
    ['Sign-in with leaked password', 'high', 33],
    ['Malware detected on one device', 'medium', 47],
    ['Password spray against several users', 'medium', 62],
  ],
  unlicensed: [],
}

export function incidentRows(recipe: Recipe, people: readonly Person[], calendar: Calendar): Row[] {
  const analyst = people.find(({ kind }) => kind === 'administrator')
  return HAPPENINGS[recipe.baseline].map(([displayName, severity, daysAgo, hours], position) => {
    const id = String(2_400 + HAPPENINGS[recipe.baseline].length - position)
    const isResolved = hours !== undefined
    return {
      id,
      tenantId: recipe.tenantId,
      status: isResolved ? 'resolved' : 'active',
      incidentWebUrl: `https://security.microsoft.com/incidents/${id}?tid=${recipe.tenantId}`,
      redirectIncidentId: null,
      displayName,
      createdDateTime: calendar.recent(daysAgo, 120),
      lastUpdateDateTime: calendar.recent(daysAgo, 120 + (hours ?? 0) * 60),
      assignedTo: isResolved ? (analyst?.userPrincipalName ?? null) : null,
      classification: isResolved ? 'truePositive' : 'unknown',
      determination: isResolved ? 'other' : 'unknown',
      severity,
      customTags: [],
      systemTags: [],
      description: null,
      lastModifiedBy: isResolved ? (analyst?.userPrincipalName ?? null) : null,
      resolvingComment: null,
      summary: null,
      comments: [],
    }
  })
}
