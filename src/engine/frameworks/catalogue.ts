import type { Framework } from '../model/framework.ts'
import { ESSENTIAL_EIGHT } from './essential-eight/essential-eight.ts'
import { NIST_CSF } from './nist-csf/nist-csf.ts'
import { SCUBA_ENTRA } from './scuba-entra/scuba-entra.ts'

/** Every framework that can be assessed, in catalogue order. */
export const FRAMEWORKS: readonly Framework[] = [ESSENTIAL_EIGHT, NIST_CSF, SCUBA_ENTRA]

/** The items in the order of their products in the catalogue. */
export const inCatalogueOrder = <T extends { product: string }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => placeOf(one.product) - placeOf(other.product))

const placeOf = (product: string): number => FRAMEWORKS.findIndex(({ id }) => id === product)

/** The framework of this id, or undefined. */
export function findFramework(id: string): Framework | undefined {
  return FRAMEWORKS.find((framework) => framework.id === id)
}

/** What a requirement asks for; undefined if this version of the framework does not have it. */
export const statementOf = (product: string, requirement: string): string | undefined =>
  findFramework(product)?.requirements.find(({ id }) => id === requirement)?.statement
