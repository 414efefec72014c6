import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Parameters } from '../../model/check.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { dateMsOf } from '../values/dates.ts'

const YEAR_DAYS = 366

export interface RoleReviews {
  reading: Reading
  /** Roles (template ids in lower case) with a yearly review that removes what nobody confirms. */
  active: ReadonlySet<string>
  /** Like `active`, for people who may activate the role. */
  eligible: ReadonlySet<string>
  /** Names of recurring role reviews that change nothing if nobody decides. */
  unenforced: readonly string[]
}

/** Access reviews of directory roles that have not ended. Shape: Graph `accessReviewScheduleDefinition`. */
export function roleReviewsOf(tenant: TenantReading, { now }: Parameters): RoleReviews {
  const reading = readDataset(tenant, 'accessReviews')
  const active = new Set<string>()
  const eligible = new Set<string>()
  const unenforced: string[] = []
  for (const review of list(reading.ok ? reading.value : undefined).map(fields)) {
    const roles = reviewedRoles(review)
    if (roles.length === 0 || !coversPeople(fields(review.scope))) continue
    const settings = fields(review.settings)
    if (!recursYearly(fields(settings.recurrence), Date.parse(now))) continue
    if (!removesUnconfirmed(settings)) unenforced.push(text(review.displayName) ?? 'a review without a name')
    else {
      for (const { role, kind } of roles) {
        if (kind !== 'eligible') active.add(role)
        if (kind !== 'active') eligible.add(role)
      }
    }
  }
  return { reading, active, eligible, unenforced }
}

/** Whether what nobody confirms is removed automatically. */
const removesUnconfirmed = ({ autoApplyDecisionsEnabled, defaultDecisionEnabled, defaultDecision }: Fields): boolean =>
  autoApplyDecisionsEnabled === true && defaultDecisionEnabled === true && defaultDecision === 'Deny'

interface ReviewedRole {
  role: string
  kind: 'active' | 'eligible' | 'both'
}

const ROLE_QUERY = /\/roleManagement\/directory\/(\w+)(.*)/i
const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The roles of a review: its queries name a role definition, or its assignments or eligibilities. */
function reviewedRoles({ scope, instanceEnumerationScope }: Fields): ReviewedRole[] {
  const scopes = [scope, ...list(fields(scope).resourceScopes), instanceEnumerationScope].map(fields)
  return scopes.flatMap(({ query }) => {
    const [, what = '', rest = ''] = ROLE_QUERY.exec(text(query) ?? '') ?? []
    const kind = /eligib/i.test(what) ? 'eligible' : /assignment/i.test(what) ? 'active' : 'both'
    return (rest.match(GUID) ?? []).map((role) => ({ role: role.toLowerCase(), kind }))
  })
}

/** False for a review of applications, guests or inactive users only. */
function coversPeople(scope: Fields): boolean {
  const principals = list(scope.principalScopes).map(fields)
  if (principals.length === 0) return !isNarrow(scope)
  return principals.some((principal) => /\/users/i.test(text(principal.query) ?? '') && !isNarrow(principal))
}

const isNarrow = (scope: Fields): boolean =>
  /inactive/i.test(text(scope['@odata.type']) ?? '') || /guest|serviceprincipal/i.test(text(scope.query) ?? '')

/** Days between two reviews, by Graph `recurrencePattern`. */
const PATTERN_DAYS: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 7,
  absoluteMonthly: 30.5,
  relativeMonthly: 30.5,
  absoluteYearly: 365,
  relativeYearly: 365,
}

function recursYearly({ pattern, range }: Fields, now: number): boolean {
  const { type, interval } = fields(pattern)
  const days = PATTERN_DAYS[text(type) ?? '']
  if (days === undefined || typeof interval !== 'number' || interval < 1 || days * interval > YEAR_DAYS) return false
  const { type: ending, startDate, endDate, numberOfOccurrences } = fields(range)
  if (ending === 'noEnd') return true
  if (ending === 'endDate') return (dateMsOf(endDate) ?? now) > now
  const start = dateMsOf(startDate)
  if (ending !== 'numbered' || start === undefined || typeof numberOfOccurrences !== 'number') return false
  return start + numberOfOccurrences * interval * days * DAY_MS > now
}
