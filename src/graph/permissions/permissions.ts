import { DATASETS } from '../../engine/datasets/catalogue.ts'
import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import { type NeededPermission, permissionsOf } from '../../engine/visibility/needed-permissions.ts'
import { datasetsByRequirement } from '../../engine/visibility/predict-coverage.ts'
import type { CheckVisibility } from '../../engine/visibility/visibility.ts'
import { APP_ROLE_IDS } from './app-roles.ts'
import { PLANNED_PERMISSIONS } from './planned-permissions.ts'

/** The application permissions to consent to: those of the declared and the planned datasets, distinct and sorted. */
export function requiredPermissions(): string[] {
  return sortedNames(allNeeds().filter(({ required }) => required))
}

/** The permissions that increase coverage and are not required, distinct and sorted. */
export function optionalPermissions(): string[] {
  const required = requiredPermissions()
  return sortedNames(allNeeds()).filter((permission) => !required.includes(permission))
}

const allNeeds = (): NeededPermission[] => [...DATASETS.flatMap(permissionsOf), ...PLANNED_PERMISSIONS]

const sortedNames = (needs: readonly NeededPermission[]): string[] => [...new Set(needs.map(({ name }) => name))].sort()

/** A permission with its purpose. */
export interface PermissionUse {
  name: string
  appRoleId: string
  required: boolean
  /** Keys of the datasets that need it. */
  datasets: string[]
  /** If it only shows more of them: what it shows, to finish "shows …". */
  shows?: string
  /** If no dataset needs it yet: what it will be used to read, to finish "to read …". */
  planned?: string
  /** How many requirements depend on those datasets, by product. */
  requirements: Record<string, number>
}

/** All permissions to consent to, from the declared datasets: the required ones first. */
export function describePermissions(table?: readonly CheckVisibility[]): PermissionUse[] {
  const required = requiredPermissions()
  const uses = FRAMEWORKS.map((framework) => ({
    id: framework.id,
    datasetsOf: datasetsByRequirement(framework, table),
  }))
  return [...required, ...optionalPermissions()].map((name) => {
    const datasets = DATASETS.filter((dataset) => permissionsOf(dataset).some((need) => need.name === name)).map(
      ({ key }) => key,
    )
    const counts = uses.map(({ id, datasetsOf }) => {
      const dependent = [...datasetsOf.values()].filter((keys) => datasets.some((key) => keys.has(key)))
      return [id, dependent.length] as const
    })
    const revealed = DATASETS.flatMap(({ reveals = [] }) => reveals).find(({ permission }) => permission === name)
    const planned = PLANNED_PERMISSIONS.find((permission) => permission.name === name)
    return {
      name,
      appRoleId: APP_ROLE_IDS[name] ?? '',
      required: required.includes(name),
      datasets,
      ...(revealed && { shows: revealed.shows }),
      ...(planned && datasets.length === 0 && { planned: planned.purpose }),
      requirements: Object.fromEntries(counts),
    }
  })
}
