import { DATASETS } from '../datasets/catalogue.ts'
import type { Dataset } from '../datasets/dataset.ts'

/** A permission that a dataset needs, and whether customers must consent to it. */
export interface NeededPermission {
  name: string
  required: boolean
}

/** The permission of a dataset, and those that reveal more of it. */
export const permissionsOf = ({ permission, optional, reveals = [] }: Dataset): NeededPermission[] => [
  { name: permission, required: !optional },
  ...reveals.map((more) => ({ name: more.permission, required: !optional && !more.optional })),
]

/**
 * The required permissions that were not granted, sorted: an administrator consented before we asked for them, or revoked
 * them. Empty if it is unknown what was granted. Permissions that no dataset needs are not among them.
 */
export function findMissingPermissions(granted: readonly string[] | undefined): string[] {
  if (!granted) return []
  const required = DATASETS.flatMap(permissionsOf).filter((needed) => needed.required)
  return [...new Set(required.map(({ name }) => name))].filter((name) => !granted.includes(name)).sort()
}
