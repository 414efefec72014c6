import { datasetAt } from '../../../../engine/datasets/catalogue.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'

/** The permissions with which the evidence of a row was read, as administrators see them in the list of an application. */
export function readWith({ evidence }: Pick<RequirementResult, 'evidence'>): string[] {
  const names = evidence.flatMap(({ dataset }) => datasetAt(dataset)?.permission ?? [])
  return [...new Set(names)].sort()
}
