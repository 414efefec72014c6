import type { WindowsDevice } from '../devices/windows-fleet.ts'
import { mayBeHotpatched, type PatchState } from '../lifecycle/patch-days.ts'
import { some } from '../results/sentences.ts'
import type { UpdateCatalogue } from './update-catalogue.ts'

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Whether a device lacks an urgent fix that came out by a time (milliseconds). `byBuild` is whether it has the update of a
 * day according to our own table. It lacks every update that the catalogue calls urgent and whose revision is above the
 * device's, unless it may be hotpatched: hotpatches have their own revisions. If the catalogue has the update of that day and
 * nothing urgent is missing, the device is current, even if it lacks that update.
 */
export function urgentState(
  { build, revision }: WindowsDevice,
  byBuild: PatchState,
  { updates }: UpdateCatalogue,
  due: { day: string; ms: number },
): PatchState {
  if (build === undefined || revision === undefined) return byBuild
  const own = updates.filter((update) => update.build === build && update.releasedMs <= due.ms)
  const missing = own.filter((update) => update.revision > revision)
  const urgent = missing.filter(({ isUrgent }) => isUrgent === true)
  if (urgent.some(({ releasedMs }) => !mayBeHotpatched(build, dayOf(releasedMs)))) return 'overdue'
  if (urgent.length > 0) return byBuild === 'overdue' ? 'overdue' : 'unknown'
  if (byBuild === 'current' || byBuild === 'newer') return byBuild
  const isKnown = own.some(({ releasedMs, isUrgent }) => dayOf(releasedMs) === due.day && isUrgent !== undefined)
  return isKnown && missing.every(({ isUrgent }) => isUrgent === false) ? 'current' : 'unknown'
}

/** Names the exploited flaws that were fixed by updates between the two times. */
export function exploitedFlaws({ updates }: UpdateCatalogue, from: number, to: number): string[] {
  const recent = updates.filter(({ releasedMs }) => releasedMs > from && releasedMs <= to)
  const flaws = [...new Set(recent.flatMap(({ exploited }) => exploited))]
  return flaws.length > 0 ? [`Updates of the last month fix exploited flaws: ${some(flaws, 5)}.`] : []
}
