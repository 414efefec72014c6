/** The questions of a framework: its scope first, then section by section. */
export interface Questionnaire {
  scope: readonly ScopeQuestion[]
  sections: readonly { id: string; title: string; questions: readonly Question[] }[]
}

/** The question about one requirement; its answer has the same id. */
export interface Question {
  /** Id of the requirement. The answer decides it, or the part that a tenant cannot show. */
  id: string
  /** Addressed to the person who answers, in plain words, as in `Can you restore …?`. */
  text: string
  /** What counts as yes, where to look, and what would prove it. */
  help: string
}

/** Asked first: if the answer is no, the requirements it covers do not apply. */
export interface ScopeQuestion {
  /** Begins with `scope-`, as in `scope-servers`. */
  id: string
  text: string
  help: string
  /** Ids of the requirements that do not apply if the answer is no. */
  covers: readonly string[]
}

export type Answer = 'yes' | 'partly' | 'no' | 'not_applicable'

/** The answer if the scoring is `maturity`: the level that people give a requirement. */
export type LevelAnswer = 1 | 2 | 3 | 4 | 5 | 'not_applicable'

/** The answer to a scope question. */
export type ScopeAnswer = Extract<Answer, 'yes' | 'no'>

/** People's answers, by the id of the requirement or scope question. */
export interface Answers {
  format: 'plumbline-answers/1'
  answers: Record<string, RecordedAnswer>
}

export interface RecordedAnswer {
  answer: Answer | LevelAnswer
  note?: string
  /** ISO 8601 UTC. */
  answeredAt?: string
  /** The name or email address of the person; absent where an account answered. */
  answeredBy?: string
  /** The number of attached files. */
  attachments?: number
}
