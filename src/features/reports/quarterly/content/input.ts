import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { TimeStyle } from '../../../../shared/dates/datetime.ts'
import type { Brand } from '../../../brands/rules.ts'
import type { RunPoint } from '../../content/input.ts'
import type { SheetContent } from './shapes.ts'

/** The customer of a sheet, and its branding. */
export interface SheetHead {
  customerName: string
  /** The partner that hands the sheet over. */
  partnerName: string
  brand: Brand
  /** As in 2026-Q3. */
  quarter: string
  /** When the sheet's period ends: at the end of the quarter, or now if it is the current one. ISO 8601 UTC. */
  until: string
}

/** Everything that a quarterly sheet is made of. */
export interface SheetInput extends Omit<SheetHead, 'brand'> {
  /** How dates are written. */
  times: TimeStyle
  isOver: boolean
  /** The day on which it is read, where the partner is: YYYY-MM-DD. */
  today: string
  /** At least one, in catalogue order. */
  courses: readonly SheetCourse[]
  repairs: readonly SheetRepair[]
  /** Exceptions that end before the end of the next quarter, the first to end first. */
  ending: readonly EndingException[]
}

/** A sheet that is ready to be written. */
export interface Sheet extends SheetHead {
  content: SheetContent
}

/** The results of the customer for one framework. */
export interface SheetCourse {
  productName: string
  /** Where it was before the quarter, or at the first run in it; absent where there is only one run. */
  start?: AssessedPoint
  /** The newest run up to the end of the period. */
  end: AssessedPoint
  /** Runs to draw, the oldest first: `start`, those between, and `end`. */
  points: readonly RunPoint[]
  /** Whether a run completed in the quarter. */
  isCurrent: boolean
}

/** A run with what it found. */
export interface AssessedPoint {
  point: RunPoint
  result: AssessmentResult
}

/** A finding whose repair somebody has planned, reported as done, or that a run has verified. */
export interface SheetRepair {
  product: string
  requirement: string
  status: 'open' | 'planned' | 'done' | 'verified'
  /** YYYY-MM-DD, of a planned one. */
  dueOn?: string
  /** Name of the person who repairs it. */
  owner?: string
}

export interface EndingException {
  kind: 'accepted-risk' | 'compensating-control' | 'emergency-account'
  requirement?: string
  object?: string
  /** ISO 8601 UTC. */
  expiresAt: string
}
