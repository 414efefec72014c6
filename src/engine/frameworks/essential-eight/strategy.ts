import type { Group, Requirement } from '../../model/framework.ts'
import { type ChecksByProof, evidenceOf } from '../evidence/evidence-of.ts'

/** A control, the same in every strategy that requires it. */
export type Control = Omit<Requirement, 'group'>

/** One of the eight mitigation strategies with the controls it requires. */
export interface Strategy {
  group: Group
  controls: readonly Control[]
}

interface Wording extends ChecksByProof {
  levels: readonly number[]
  statement: string
  /** Only if it has checks: what they cannot show of it. */
  cannotShow?: string
  remedy: string
  /**
   * `privileged-accounts`: about privileged users, their access or the computers they work on.
   * `internet-exposure`: about servers and network devices that face the internet.
   * `exploited-vulnerabilities`: the deadline for vulnerabilities that are critical or already exploited.
   */
  raisedBy?: Exclude<Requirement['raisedBy'], undefined>
}

/** A control with its checks. */
// Every weight is 1: a level is reached only when all of its requirements hold, so none may count for less.
export function control(id: string, { proof = [], parts = [], hints = [], ...wording }: Wording): Control {
  return { id, weight: 1, ...evidenceOf({ proof, parts, hints }), ...wording }
}
