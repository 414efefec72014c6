import { type Static, Type } from 'typebox'

const Count = Type.Integer()

/** What is deleted with a customer. No key reaches it. */
export const DeletionEffects = Type.Object({
  /** Completed runs, each with its result and its reports. */
  reports: Count,
  /** Runs that have not ended, and are canceled. */
  unfinished: Count,
  /** Links to reports that still work. */
  links: Count,
  answers: Count,
  exceptions: Count,
  /** Schedules of this customer alone. */
  schedules: Count,
  /** Findings whose repair is planned. */
  repairs: Count,
})
export type DeletionEffects = Static<typeof DeletionEffects>
