import type { Group, Requirement } from '../../model/framework.ts'
import { type ChecksByProof, evidenceOf } from '../evidence/evidence-of.ts'

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

/** Level 3 needs all of its checks to hold; at level 2 some hold, or one for half of what it counts, at level 1 none. */
interface Wording extends ChecksByProof {
  statement: string
  /** Only if it has checks: what they cannot show of it. */
  cannotShow?: string
  remedy: string
}

const LEVELS: readonly number[] = [1, 2, 3, 4, 5]

/** An outcome with its checks. */
// Each outcome applies at every level, and all have the same weight: the framework does not rank them.
export function subcategory(id: string, { proof = [], parts = [], hints = [], ...wording }: Wording): Subcategory {
  return { id, levels: LEVELS, weight: 1, ...evidenceOf({ proof, parts, hints }), ...wording }
}
