/** An organisation's decision about a requirement that does not hold: accept the risk, or do something else instead. */
export interface Exception {
  id: string
  kind: 'accepted-risk' | 'compensating-control'
  /** Id of the requirement. */
  requirement: string
  /** One affected object, as in `affected.items` or without the brackets there; absent for the whole requirement. */
  object?: string
  reason: string
  approver: string
  /** ISO 8601 UTC; the exception counts from here until `expiresAt`. */
  approvedAt: string
  expiresAt: string
}

/** An exception as it appears in a row of a result. */
export type RecordedException = Omit<Exception, 'id' | 'requirement'> & { expired?: true }
