import type { Remedy } from '../model/remedy.ts'

/** The remedy with the step that extends what many devices have already. */
export const extending = (remedy: Remedy): Remedy =>
  remedy.extend ? { ...remedy, steps: [remedy.extend, ...remedy.steps] } : remedy

/** The remedy without the steps that only a higher target needs. */
export const withinTarget = (remedy: Remedy, target: number): Remedy => ({
  ...remedy,
  steps: remedy.steps.filter(({ fromLevel = 0 }) => fromLevel <= target),
})
