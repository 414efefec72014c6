import type { Recipe } from '../../tenants/recipes.ts'
import { newestRelease } from '../inventory/windows-versions.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { assignmentRows, type Target } from './assignments.ts'

function profile(recipe: Recipe, calendar: Calendar, name: string, targets: readonly Target[], more: Row): Row {
  const id = guidOf(recipe.seed, 'updateProfile', name)
  return {
    id,
    displayName: name,
    description: null,
    createdDateTime: calendar.past(200, 90),
    lastModifiedDateTime: calendar.past(40, 95),
    roleScopeTagIds: ['0'],
    ...more,
    assignments: assignmentRows(recipe, id, targets),
  }
}

/** Driver update profiles: the strong tenant installs drivers at once, the typical one on some devices after two weeks. */
export function driverUpdateProfiles(recipe: Recipe, calendar: Calendar): Row[] {
  const driver = (name: string, targets: readonly Target[], deploymentDeferralInDays: number): Row =>
    profile(recipe, calendar, name, targets, {
      approvalType: 'automatic',
      deploymentDeferralInDays,
      deviceReporting: recipe.windows,
      newUpdates: 0,
    })
  if (recipe.baseline === 'strong') return [driver('Drivers - all devices', ['allDevices'], 0)]
  return recipe.baseline === 'typical' ? [driver('Drivers - first wave', [{ group: 'firstWave' }], 14)] : []
}

/** Feature update profiles. */
export function featureUpdateProfiles(recipe: Recipe, calendar: Calendar): Row[] {
  if (recipe.baseline !== 'strong') return []
  return [
    profile(recipe, calendar, 'Windows 11 - newest release', ['allDevices'], {
      featureUpdateVersion: newestRelease(calendar),
      rolloutSettings: { offerStartDateTimeInUTC: null, offerEndDateTimeInUTC: null, offerIntervalInDays: null },
      installLatestWindows10OnWindows11IneligibleDevice: false,
      endOfSupportDate: '0001-01-01T00:00:00Z',
    }),
  ]
}

/** Expedited updates: only the typical tenant has one, for its first wave. */
export function qualityUpdateProfiles(recipe: Recipe, calendar: Calendar): Row[] {
  if (recipe.baseline !== 'typical') return []
  return [
    profile(recipe, calendar, 'Urgent fix - first wave', [{ group: 'firstWave' }], {
      expeditedUpdateSettings: { qualityUpdateRelease: calendar.recent(40), daysUntilForcedReboot: 2 },
      releaseDateDisplayName: '',
    }),
  ]
}
