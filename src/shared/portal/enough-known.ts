/** Below this share of known checks, a score says more about what is unknown than about the customer. */
const ENOUGH_KNOWN = 0.5

/** Whether what would make more known comes before all repairs, the same in reports and in the portal; `coverage` is from 0 to 1. */
export const isTooLittleKnown = ({ coverage }: { coverage: number }): boolean => coverage < ENOUGH_KNOWN
