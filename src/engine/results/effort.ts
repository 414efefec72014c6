import type { Effort } from '../model/remedy.ts'

/** Tenths of a working day that each effort takes: what the order of actions weighs their worth against, and what the plan counts. */
export const WORK: Readonly<Record<Effort, number>> = { minutes: 1, hours: 5, days: 50, project: 200 }
