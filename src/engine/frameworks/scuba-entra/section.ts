import type { Group, Requirement } from '../../model/framework.ts'
import type { Question } from '../../model/questionnaire.ts'
import { evidenceOf } from '../evidence/evidence-of.ts'

/** A policy of the baseline, without its section. */
export type Policy = Omit<Requirement, 'group'>

/** One section of the baseline, with the questions about it. */
export interface Section {
  group: Group
  policies: readonly Policy[]
  questions?: readonly Question[]
}

interface Wording {
  statement: string
  remedy: string
}

interface CheckedWording extends Wording {
  cannotShow: string
}

const SHALL: readonly number[] = [1, 2]
const SHOULD: readonly number[] = [2]

/** A policy that must be met; the check decides. */
export const shall = (id: string, check: string, wording: CheckedWording): Policy => policy(id, SHALL, wording, check)

/** A policy that is recommended; the check decides. */
export const should = (id: string, check: string, wording: CheckedWording): Policy => policy(id, SHOULD, wording, check)

/** A policy that must be met; only people's answers decide. */
export const shallByPeople = (id: string, wording: Wording): Policy => policy(id, SHALL, wording)

/** A policy that is recommended; only people's answers decide. */
export const shouldByPeople = (id: string, wording: Wording): Policy => policy(id, SHOULD, wording)

// All have the same weight: the baseline ranks policies only by SHALL and SHOULD, which are the levels.
function policy(id: string, levels: readonly number[], wording: Wording | CheckedWording, check?: string): Policy {
  return { id, levels, weight: 1, ...evidenceOf(check === undefined ? {} : { proof: [check] }), ...wording }
}
