import type { Group, Requirement } from '../../model/framework.ts'

/** A control as it reads in every strategy that asks for it. */
export type Control = Omit<Requirement, 'group'>

/** One of the eight mitigation strategies with the controls it asks for. */
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
   * `privileged-accounts`: about privileged users, their access or the places they work from.
   * `internet-exposure`: about servers and network devices that face the internet.
   * `exploited-vulnerabilities`: the deadline for flaws that are critical or already exploited.
   */
  raisedBy?: Exclude<Requirement['raisedBy'], undefined>
}

/** A control that the tenant's own configuration can settle. */
export const automatic = (id: string, wording: Wording): Control => control(id, 'automatic', wording)

/** A control of which the tenant shows one part and people must tell the rest. */
export const partial = (id: string, wording: Wording): Control => control(id, 'partial', wording)

/** A control that only people can settle. */
export const questionnaire = (id: string, wording: Wording): Control => control(id, 'questionnaire', wording)

// Every weight is 1: a level is reached only when all of its requirements hold, so none may count for less.
function control(id: string, mode: Requirement['mode'], { checks = [], ...wording }: Wording): Control {
  return { id, mode, weight: 1, checks, ...wording }
}
