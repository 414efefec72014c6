/** An organisation's decision about a requirement that does not hold: accept the risk, or do something else instead. */
export interface Exception {
  id: string
  kind: 'accepted-risk' | 'compensating-control'
  /** Id of the requirement. */
  requirement: string
  /** One affected object, as in `affected.items` with or without the part in brackets; absent for the whole requirement. */
  object?: string
  reason: string
  approver: string
  /** ISO 8601 UTC; the exception applies from this time until `expiresAt`. */
  approvedAt: string
  expiresAt: string
}

/** An exception as shown in a row of a result. */
export type RecordedException = Omit<Exception, 'id' | 'requirement'> & { expired?: true }
