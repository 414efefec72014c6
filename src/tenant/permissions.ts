import { DATASETS } from '../engine/datasets.ts'

/** The application permissions to consent to: those of the declared datasets, distinct and sorted. */
export function requiredPermissions(): string[] {
  return [...new Set(DATASETS.map((dataset) => dataset.permission))].sort()
}
