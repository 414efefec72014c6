/** Below this share of known checks, a score says more about what is unknown than about the customer. */
const ENOUGH_KNOWN = 0.5

/** Whether what would make more known comes before all repairs, the same in reports and in the portal; `coverage` is from 0 to 1. */
export const isTooLittleKnown = ({ coverage }: { coverage: number }): boolean => coverage < ENOUGH_KNOWN

/** The lowest level of every framework. */
const LOWEST = 1

/**
 * Whether the level of a run is known, by what is stored of the run: below the lowest level, what is unknown may hold as long as
 * nothing was found. Reports have the rows, and say the same of them.
 */
export const isLevelKnown = (run: { coverage: number; maturityAchieved: number; findings: number }): boolean =>
  run.coverage > 0 && (run.maturityAchieved >= LOWEST || run.findings > 0)
