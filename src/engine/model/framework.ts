import type { Proves } from './evidence-kind.ts'
import type { Questionnaire } from './questionnaire.ts'
import type { Link } from './remedy.ts'

export interface Framework {
  id: string
  name: string
  version: string
  category: string
  /** Whole minutes. */
  estimatedDuration: number
  scoring: Scoring
  levels: { min: number; max: number }
  /**
   * What each level means, lowest first: of a requirement if the scoring is `maturity`, otherwise of all that the level asks for
   * together; absent in frameworks of tests.
   */
  levelMeanings?: readonly string[]
  defaultTarget: number
  /** Where its source publishes it; absent in frameworks of tests. */
  published?: Published
  groups: readonly Group[]
  requirements: readonly Requirement[]
  /** One question for every requirement that checks alone cannot decide. */
  questionnaire: Questionnaire
}

/**
 * How a framework is scored. `levels-reached`: a requirement holds or not, and a level is reached when all of its
 * requirements hold. `maturity`: each requirement has its own level, which is compared with the target.
 */
export type Scoring = 'levels-reached' | 'maturity'

/** What the source of a framework publishes. */
export interface Published {
  /** Its documents, the one with the requirements first. */
  documents: readonly Link[]
  /** The address of one requirement, if the source has one for each. */
  addressOf?: (requirement: string) => string
  /** The word by which the source says how binding a requirement is, if our levels stand for such words. */
  keywordOf?: (levels: readonly number[]) => string
}

export interface Group {
  id: string
  name: string
}

export interface Requirement {
  /** As its source writes it: `ISM-1504`. */
  id: string
  group: string
  /** Name of the category within the group, if the framework divides groups further. */
  category?: string
  /** What is required, in our own words. */
  statement: string
  /** The levels it belongs to: not always all from one level up, because a higher level may replace a requirement. */
  levels: readonly number[]
  mode: Mode
  /** All that are `proof` or `part` must hold; a `hint` decides nothing. */
  checks: readonly UsedCheck[]
  /** What the checks cannot show of it, in plain words; only if it has checks. */
  cannotShow?: string
  /** What raises the severity by one step. */
  raisedBy?: 'privileged-accounts' | 'internet-exposure' | 'exploited-vulnerabilities'
  weight: number
  /** What to do about it, in one or two plain sentences for the administrator. */
  remedy: string
}

/** The id of a check, and what it can show about the requirement that uses it. */
export interface UsedCheck {
  check: string
  proves: Proves
}

/** What decides a requirement: the tenant's configuration, people's answers, or both together. */
export type Mode = 'automatic' | 'partial' | 'questionnaire'
