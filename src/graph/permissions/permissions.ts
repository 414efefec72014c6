import { DATASETS } from '../../engine/datasets/catalogue.ts'
import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import { datasetsByRequirement } from '../../engine/visibility/predict-coverage.ts'
import type { CheckVisibility } from '../../engine/visibility/visibility.ts'
import { APP_ROLE_IDS } from './app-roles.ts'
import { PLANNED_PERMISSIONS } from './planned-permissions.ts'

/** The application permissions to consent to: those of the declared and the planned datasets, distinct and sorted. */
export function requiredPermissions(): string[] {
  return namesOf(
    DATASETS.filter(({ optional }) => !optional),
    PLANNED_PERMISSIONS.filter(({ required }) => required),
  )
}

/** Those that let a tenant show more and that nobody has to grant, distinct and sorted. */
export function optionalPermissions(): string[] {
  const required = requiredPermissions()
  return namesOf(DATASETS, PLANNED_PERMISSIONS).filter((permission) => !required.includes(permission))
}

const namesOf = (datasets: typeof DATASETS, planned: typeof PLANNED_PERMISSIONS): string[] =>
  [...new Set([...datasets.map(({ permission }) => permission), ...planned.map(({ name }) => name)])].sort()

/** A permission with what it is good for. */
export interface PermissionUse {
  name: string
  appRoleId: string
  required: boolean
  /** Our names of what is read with it. */
  datasets: string[]
  /** Where nothing is read with it yet: what will be, to finish "to read …". */
  planned?: string
  /** How many requirements look at any of that, by product. */
  requirements: Record<string, number>
}

/** The list to consent to, made from the declared datasets: the required ones first. */
export function describePermissions(table?: readonly CheckVisibility[]): PermissionUse[] {
  const required = requiredPermissions()
  const uses = FRAMEWORKS.map((framework) => ({ id: framework.id, seen: datasetsByRequirement(framework, table) }))
  return [...required, ...optionalPermissions()].map((name) => {
    const datasets = DATASETS.filter(({ permission }) => permission === name).map(({ key }) => key)
    const counts = uses.map(({ id, seen }) => {
      const looking = [...seen.values()].filter((keys) => datasets.some((key) => keys.has(key)))
      return [id, looking.length] as const
    })
    const planned = PLANNED_PERMISSIONS.find((permission) => permission.name === name)
    return {
      name,
      appRoleId: APP_ROLE_IDS[name] ?? '',
      required: required.includes(name),
      datasets,
      ...(planned && datasets.length === 0 && { planned: planned.purpose }),
      requirements: Object.fromEntries(counts),
    }
  })
}
