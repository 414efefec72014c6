import { DATASETS } from '../engine/datasets.ts'

/** The application permissions to consent to: those of the declared datasets, distinct and sorted. */
export function requiredPermissions(): string[] {
  return permissionsOf(DATASETS.filter(({ optional }) => !optional))
}

/** Those that let a tenant show more and that nobody has to grant, distinct and sorted. */
export function optionalPermissions(): string[] {
  const required = requiredPermissions()
  return permissionsOf(DATASETS).filter((permission) => !required.includes(permission))
}

const permissionsOf = (datasets: typeof DATASETS): string[] =>
  [...new Set(datasets.map(({ permission }) => permission))].sort()
