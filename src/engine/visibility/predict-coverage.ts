/** Predicts what a run will see of a tenant, from a table generated from the checks. */

import { dataset } from '../datasets/catalogue.ts'
import type { Framework, Requirement } from '../model/framework.ts'
import { permissionsOf } from './needed-permissions.ts'
import { VISIBILITY_TABLE } from './table.gen.ts'
import { type Blocker, type CheckVisibility, LICENCES_UNREAD, type Missing, type Visibility } from './visibility.ts'

/**
 * Ids of the requirements of which a run can read everything that a tenant shows. Some of them also need answers.
 */
export function predictCoverage({ requirements }: Framework, { permissions, servicePlans }: Visibility): Set<string> {
  const granted = new Set(permissions)
  const owned = servicePlans && new Set(servicePlans)
  const isMissing = (thing: Missing): boolean => {
    if (thing === LICENCES_UNREAD) return !owned
    if (typeof thing === 'string') return !granted.has(thing)
    return owned !== undefined && !thing.some((plan) => owned.has(plan))
  }
  const rows = VISIBILITY_TABLE.filter(({ blockers }) => !isBlocked(blockers, isMissing))
  const seeing = new Set(rows.flatMap(({ checks }) => checks))
  const isSeen = ({ checks }: Requirement): boolean => {
    const decisive = checks.filter(({ proves }) => proves !== 'hint')
    return decisive.length > 0 && decisive.every(({ check }) => seeing.has(check))
  }
  return new Set(requirements.filter(isSeen).map(({ id }) => id))
}

/** Whether any of the blockers applies. */
export function isBlocked(blockers: readonly Blocker[], isMissing: (thing: Missing) => boolean): boolean {
  return blockers.some(
    ({ missing, unless = [] }) => missing.every(isMissing) && !unless.some((things) => things.every(isMissing)),
  )
}

/** The permissions of everything that the checks of a framework read, also of what only reveals more of it. */
export function permissionsUsedBy(framework: Framework): Set<string> {
  const keys = new Set([...datasetsByRequirement(framework).values()].flatMap((datasets) => [...datasets]))
  return new Set([...keys].flatMap((key) => permissionsOf(dataset(key)).map(({ name }) => name)))
}

/** Keys of the datasets that the checks of each requirement read, by the requirement's id. */
export function datasetsByRequirement(
  { requirements }: Framework,
  table: readonly CheckVisibility[] = VISIBILITY_TABLE,
): Map<string, Set<string>> {
  const datasetsOf = new Map(table.flatMap(({ checks, datasets }) => checks.map((id) => [id, datasets] as const)))
  return new Map(
    requirements.map(({ id, checks }) => [id, new Set(checks.flatMap(({ check }) => datasetsOf.get(check) ?? []))]),
  )
}
