/** Two questions of different frameworks about the same subject. */
export interface RelatedQuestions {
  /** Ids of the questions, which no two frameworks share. */
  questions: readonly [string, string]
  /**
   * `same`: both ask for the same practice, on different scales. `overlapping`: one asks for a part of what the other asks
   * for, so that the answer to one decides nothing about the other.
   */
  meaning: 'same' | 'overlapping'
}

const same = (one: string, other: string): RelatedQuestions => ({ questions: [one, other], meaning: 'same' })
const overlapping = (one: string, other: string): RelatedQuestions => ({
  questions: [one, other],
  meaning: 'overlapping',
})

/**
 * No two questions of the frameworks mean exactly the same on the same scale, so no answer counts for another question. Two
 * pairs are `same` because what counts as yes is what level 3 describes, and what counts as no is what level 1 describes.
 */
export const RELATED_QUESTIONS: readonly RelatedQuestions[] = [
  // Incidents.
  same('ISM-1819', 'RS.MA-01'),
  same('ISM-1228', 'RS.MA-02'),
  overlapping('ISM-1228', 'DE.AE-02'),
  overlapping('ISM-0123', 'DE.AE-06'),
  overlapping('ISM-0140', 'RS.CO-02'),
  // Backups: three questions about what one outcome asks for together.
  overlapping('ISM-1511', 'PR.DS-11'),
  overlapping('ISM-1811', 'PR.DS-11'),
  overlapping('ISM-1515', 'PR.DS-11'),
  // Rights and sign-in.
  overlapping('ISM-1508', 'PR.AA-05'),
  overlapping('ISM-0974', 'PR.AA-03'),
  overlapping('ISM-1173', 'PR.AA-03'),
  // Logs and monitoring.
  overlapping('ISM-0109', 'DE.CM-09'),
  overlapping('ISM-1907', 'DE.CM-09'),
  overlapping('MS.AAD.2.2v1', 'DE.CM-03'),
  overlapping('MS.AAD.4.1v1', 'ISM-1683'),
  overlapping('MS.AAD.4.1v1', 'PR.PS-04'),
  // Software without support.
  overlapping('ISM-1905', 'PR.PS-02'),
  overlapping('ISM-1501', 'PR.PS-02'),
]
