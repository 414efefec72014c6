import type { Step } from '../../model/remedy.ts'

/** The first step where many devices have settings already; two policies with one setting conflict. `what` is a plural subject. */
export const extendPolicy = (what: string): Step => ({
  text: `Many devices have ${what} already: open the policy in Intune that sets them, add the settings that it lacks, see in its report and assignments which devices do not apply it and why, and use the next steps only for the rest.`,
})
