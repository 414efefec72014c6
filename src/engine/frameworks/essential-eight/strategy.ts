import type { Group, Requirement } from '../../model/framework.ts'

/** A control, the same in every strategy that requires it. */
export type Control = Omit<Requirement, 'group'>

/** One of the eight mitigation strategies with the controls it requires. */
export interface Strategy {
  group: Group
  controls: readonly Control[]
}

interface Wording {
  levels: readonly number[]
  statement: string
  remedy: string
  checks?: readonly string[]
  /**
   * `privileged-accounts`: about privileged users, their access or the computers they work on.
   * `internet-exposure`: about servers and network devices that face the internet.
   * `exploited-vulnerabilities`: the deadline for vulnerabilities that are critical or already exploited.
   */
  raisedBy?: Exclude<Requirement['raisedBy'], undefined>
}

/** A control that the tenant's configuration decides. */
export const automatic = (id: string, wording: Wording): Control => control(id, 'automatic', wording)

/** A control of which the tenant shows one part; people must answer the rest. */
export const partial = (id: string, wording: Wording): Control => control(id, 'partial', wording)

/** A control that only people's answers decide. */
export const questionnaire = (id: string, wording: Wording): Control => control(id, 'questionnaire', wording)

// Every weight is 1: a level is reached only when all of its requirements hold, so none may count for less.
function control(id: string, mode: Requirement['mode'], { checks = [], ...wording }: Wording): Control {
  return { id, mode, weight: 1, checks, ...wording }
}
