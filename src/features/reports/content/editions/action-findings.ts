import { splitAnswer } from '../../../../engine/evaluation/answer-notes.ts'
import type { Priority } from '../../../../engine/results/priorities.ts'
import { foundOnce, type Once, referenceTo } from '../once.ts'
import { SEVERITIES } from '../rules.ts'
import { ACTION_WORDS } from '../words/actions.ts'
import { toPlainText } from '../words/plain-text.ts'

/** What an action says of one of its findings. */
export interface FindingTexts {
  /** As in `level 1`; empty if nobody answered. */
  answer: string
  /** Empty if it stands elsewhere. */
  statement: string
  /** Where the statement stands instead. */
  described: string
  found: string
  /** Refers to a list with the same names; undefined if they are listed here. */
  sameNames: string | undefined
}

/**
 * Sees to it that an action says what is wrong, because it is read by itself: if other actions have said all that was found,
 * the worst of its findings is stated again. Before its findings are written.
 */
export function stateAgain(once: Once, findings: readonly Priority[]): void {
  if (findings.some((finding) => isNews(once, finding))) return
  const rank = ({ severity }: Priority): number => SEVERITIES.indexOf(severity)
  const [worst] = findings.toSorted((one, other) => rank(one) - rank(other))
  if (!worst) return
  once.forget(worst.statement)
  once.forget(foundIn(worst))
}

/** Whether something was found that the document has not said yet. Of a mere answer, the statement says what it is about. */
function isNews(once: Once, finding: Priority): boolean {
  const found = foundIn(finding)
  return once.isNew(found === '' ? finding.statement : found)
}

const foundIn = ({ observed }: Priority): string => splitAnswer(toPlainText(observed)).text

/** What is new about a finding, and references to the rest: to findings of the same action by their ids, to others by their number. */
export function findingOnce(once: Once, finding: Priority, number: number): FindingTexts {
  const { id, statement, observed, affected } = finding
  const place = `${number} ${id}`
  const { answer, text: found } = foundOnce(once, toPlainText(observed), { id, number })
  const { text, elsewhere } = once.take(statement, place)
  const [stated = ''] = elsewhere
  const listed = affected && once.namesAt(affected.items, place)
  const described = text === '' ? ACTION_WORDS.described(referenceTo(stated, number)) : ''
  return {
    answer,
    statement: text,
    described,
    found,
    sameNames:
      affected && listed !== undefined
        ? ACTION_WORDS.sameAffected(affected.total, referenceTo(listed, number))
        : undefined,
  }
}
