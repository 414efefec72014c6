import type { Severity, Verdict } from '../../../../engine/model/verdict.ts'
import { type Look, PAPER } from './colors.ts'

/** How verdicts and severities look in the PDF. */

const GOOD = { ink: '#1c6440', tint: '#e3f1e8' } as const
const WARN = { ink: '#744a00', tint: '#fbefd5' } as const
const BAD = { ink: '#9f2429', tint: '#fae7e6' } as const
const DIM = { ink: '#465462', tint: '#e8edf0' } as const

export const VERDICT_LOOKS: Readonly<Record<Verdict, Look>> = {
  effective: { shape: 'check', ...GOOD },
  alternate: { shape: 'check', ...GOOD },
  partial: { shape: 'half', ...WARN },
  ineffective: { shape: 'cross', ...BAD },
  not_applicable: { shape: 'none', ...DIM },
  not_licensed: { shape: 'locked', ...DIM },
  no_visibility: { shape: 'blocked', ...DIM },
  not_assessed: { shape: 'unknown', ...DIM },
}

/** For failed requirements with an accepted risk. */
export const ACCEPTED_LOOK: Look = { shape: 'none', ...DIM }

/** For requirements that are met although the target does not ask for them: it earns nothing, so it is not green. */
export const MET_OUTSIDE_LOOK: Look = { shape: 'check', ...DIM }

/** For findings that were in a better state before. */
export const WORSE_LOOK: Look = { shape: 'down', ...BAD }

/** For findings that only an answer lowered. */
export const LOWERED_LOOK: Look = { shape: 'down', ...DIM }

export const SEVERITY_LOOKS: Readonly<Record<Severity, Look>> = {
  critical: { shape: 'octagon', ink: PAPER, tint: '#8c191f' },
  high: { shape: 'triangle', ...BAD },
  medium: { shape: 'diamond', ...WARN },
  low: { shape: 'ring', ...DIM },
}
