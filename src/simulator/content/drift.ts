import { fields, list, text } from '../../shared/json.ts'
import type { Recipe } from '../tenants/recipes.ts'
import { assignmentRows, type Target } from './intune/assignments.ts'
import { type GroupName, groupId } from './inventory/groups.ts'
import { type Random, randomOf } from './primitives/random.ts'
import { type Answerable, isList, type Row } from './primitives/row.ts'

const STATES = ['enabled', 'disabled', 'enabledForReportingButNotEnforced'] as const
const EXCLUDED: readonly [GroupName, ...GroupName[]] = ['mfaExclusions', 'breakGlass', 'helpdesk', 'macroUsers']
const TARGETS: readonly [readonly Target[], ...(readonly Target[])[]] = [
  ['allDevices'],
  ['allUsers'],
  [{ group: 'firstWave' }],
  ['allDevices', { notGroup: 'meetingRooms' }],
  [],
]
const SHARE = 0.25

type Drift = (recipe: Recipe, row: Row, random: Random) => Row

const DRIFTS: Readonly<Record<string, Drift>> = {
  '/v1.0/identity/conditionalAccess/policies': driftAccess,
  '/v1.0/deviceManagement/deviceConfigurations': driftProfile,
  '/beta/deviceManagement/deviceConfigurations': driftProfile,
  '/beta/deviceManagement/configurationPolicies': driftProfile,
  '/beta/deviceManagement/groupPolicyConfigurations': driftProfile,
  '/beta/deviceManagement/intents': driftProfile,
}

/**
 * The responses, with some policies that differ from those of the baseline, as in tenants that people have changed over
 * years.
 */
export function withDrift(recipe: Recipe, responses: ReadonlyMap<string, Answerable>): Map<string, Answerable> {
  return new Map(
    [...responses].map(([path, value]) => {
      const drift = DRIFTS[path]
      if (!drift || !isList(value)) return [path, value]
      // Seeded by the id, because two versions of the API list the same profile.
      return [path, value.map((row) => drift(recipe, row, randomOf(`${recipe.seed}/drift/${text(row.id)}`)))]
    }),
  )
}

/**
 * A conditional access policy, which may be off or report-only, exclude a group, or accept a managed device instead of
 * MFA.
 */
function driftAccess(recipe: Recipe, row: Row, random: Random): Row {
  const [isSwitched, excludes, isWeaker] = [random.share() < SHARE, random.share() < SHARE, random.share() < SHARE / 2]
  const conditions = fields(row.conditions)
  const users = fields(conditions.users)
  const grant = fields(row.grantControls)
  const excludeGroups = [...list(users.excludeGroups), groupId(recipe, random.pick(EXCLUDED))]
  const isMfa = list(grant.builtInControls).includes('mfa')
  return {
    ...row,
    ...(isSwitched && { state: random.pick(STATES) }),
    ...(excludes && { conditions: { ...conditions, users: { ...users, excludeGroups } } }),
    ...(isWeaker && isMfa && { grantControls: { ...grant, builtInControls: ['mfa', 'compliantDevice'] } }),
  }
}

/** An Intune profile with other assignments; an update ring with other deadlines as well. */
function driftProfile(recipe: Recipe, row: Row, random: Random): Row {
  if (random.share() >= SHARE) return row
  const targets = random.pick(TARGETS)
  const deadlines = { qualityUpdatesDeferralPeriodInDays: random.below(15), deadlineForQualityUpdatesInDays: 2 }
  return {
    ...row,
    ...('qualityUpdatesDeferralPeriodInDays' in row && deadlines),
    ...('isAssigned' in row && { isAssigned: targets.length > 0 }),
    assignments: assignmentRows(recipe, text(row.id) ?? '', targets),
  }
}
