import type { Group, Requirement } from '../../model/framework.ts'

/** A subcategory: one outcome of the framework, without its function and category. */
export type Subcategory = Omit<Requirement, 'group' | 'category'>

export interface Category {
  /** Its id is the beginning of its subcategories' ids: `PR.AA` of `PR.AA-03`. */
  name: string
  subcategories: readonly Subcategory[]
}

/** One of the six functions. */
export interface CsfFunction {
  group: Group
  categories: readonly Category[]
}

interface Wording {
  statement: string
  remedy: string
  /** Each shows one part: all of them hold at level 3, some at level 2, none at level 1. */
  checks?: readonly string[]
}

/** An outcome that the tenant's configuration decides. */
export const automatic = (id: string, wording: Wording): Subcategory => subcategory(id, 'automatic', wording)

/** An outcome of which the tenant shows one part; people must answer the rest. */
export const partial = (id: string, wording: Wording): Subcategory => subcategory(id, 'partial', wording)

/** An outcome that only people's answers decide. */
export const questionnaire = (id: string, wording: Wording): Subcategory => subcategory(id, 'questionnaire', wording)

const LEVELS: readonly number[] = [1, 2, 3, 4, 5]

// Each outcome applies at every level, and all have the same weight: the framework does not rank them.
function subcategory(id: string, mode: Requirement['mode'], { checks = [], ...wording }: Wording): Subcategory {
  return { id, mode, levels: LEVELS, weight: 1, checks, ...wording }
}
