import type { Question, Questionnaire, ScopeQuestion } from '../../../model/questionnaire.ts'

export type Section = Questionnaire['sections'][number]

/** Help with answering; each part is one or two plain sentences. */
interface Help {
  yes: string
  partly: string
  no: string
  /** Where to look, or whom to ask. */
  look: string
  /** What would prove it. */
  evidence: string
}

/** A question about the control of this id, with one line of help for each answer. */
export function question(id: string, text: string, { yes, partly, no, look, evidence }: Help): Question {
  const help = [`Yes: ${yes}`, `Partly: ${partly}`, `No: ${no}`, `Where to look: ${look}`, `Evidence: ${evidence}`]
  return { id, text, help: help.join('\n') }
}

/** A question whose “no” excludes controls that are entirely about its subject. */
export function scopeQuestion(
  id: `scope-${string}`,
  text: string,
  { yes, no, look, covers }: Pick<Help, 'yes' | 'no' | 'look'> & Pick<ScopeQuestion, 'covers'>,
): ScopeQuestion {
  return { id, text, help: [`Yes: ${yes}`, `No: ${no}`, `Where to look: ${look}`].join('\n'), covers }
}
