/** The result of a requirement or of one of its checks. How the last three count: `evaluation/unknowns.ts`. */
export type Verdict =
  | 'effective'
  | 'partial'
  | 'ineffective'
  /** A recorded compensating control replaces the requirement. */
  | 'alternate'
  | 'not_applicable'
  /** Unknown: the tenant lacks the licence that would let us read this. */
  | 'not_licensed'
  /** Unknown: the reading failed (permission not granted, throttled until the deadline, or an error of ours). */
  | 'no_visibility'
  /** Unknown: no check exists, or the question is unanswered. */
  | 'not_assessed'

export type Severity = 'critical' | 'high' | 'medium' | 'low'
