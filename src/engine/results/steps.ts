import type { Remedy } from '../model/remedy.ts'

/** The remedy with the step that extends what many devices have already. */
export const extending = (remedy: Remedy): Remedy =>
  remedy.extend ? { ...remedy, steps: [remedy.extend, ...remedy.steps] } : remedy

/**
 * The remedy without what only a higher level than the target needs: such a step begins with `For level 4,`, and what level 5
 * needs follows in the same step.
 */
export function withinTarget(remedy: Remedy, target: number): Remedy {
  const steps = remedy.steps.flatMap((step) => {
    const parts = step.text.split(LEVEL_PART).filter((part) => levelOf(part) <= target)
    return parts.length === 0 ? [] : [{ ...step, text: parts.join(' ') }]
  })
  return { ...remedy, steps }
}

/** The space before a part of a step that is about one level. */
const LEVEL_PART = / (?=For level \d,)/

/** The level that a part of a step is about; 0 if it is about all. */
const levelOf = (part: string): number => Number(/^For level (\d),/.exec(part)?.[1] ?? 0)
