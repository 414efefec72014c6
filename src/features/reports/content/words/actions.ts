import type { Remedy } from '../../../../engine/model/remedy.ts'
import { levelText, plural } from './language.ts'

/** Texts about what to do, in the technical and the full edition. */
export const ACTION_WORDS = {
  title: 'What to do',
  first: 'What to do first',
  lead: 'Each action lists the findings that it resolves. The most severe come first.',
  nothing: 'There is nothing to fix in what is known.',
  more: (count: number): string => plural(count, 'more action'),
  number: (number: number): string => `Action ${number}`,
  effort: 'Effort',
  gain: 'Gain',
  why: 'Why',
  wrong: 'What is wrong',
  how: 'How to fix it',
  steps: 'Steps',
  script: (language: Remedy['script'] & object): string => `${language.language}: ${language.needs}`,
  check: 'Look first; this changes nothing',
  change: 'Then make the change',
  licence: 'Licence',
  notice: 'Users notice',
  verified: 'Done when',
  documentation: 'Documentation',
  resolves: 'Findings',
  affected: (total: number): string => `Affected: ${total}`,
  asFor: (ids: string): string => `As for ${ids}`,
  moreNames: (count: number): string => `and ${count} more`,
  roadmap: 'Severity against effort',
  roadmapLead: 'The numbers are those of the actions. Severe findings that take little effort are at the top left.',
  unplaced: (count: number): string => `${plural(count, 'action has', 'actions have')} no estimate of effort yet.`,
} as const

/** What makes unknown requirements known. */
export const UNKNOWN_WORDS = {
  title: 'What would make more of it known',
  lead: 'Start here: the result says little until more is known.',
  consent: (count: number): string => `Grant ${plural(count, 'missing permission')}`,
  consentHow: 'An administrator of the tenant consents again through a new consent link; the next run then reads more.',
  licence: (name: string): string => `Decide about a licence for ${name}`,
  licenceHow: 'If the work is done by other means, people can answer the questions instead.',
  questions: (count: number): string => `Answer ${plural(count, 'question')}`,
  questionsHow: 'Send the questionnaire to the people who know; the next run counts their answers.',
  reading: (count: number): string => `Clear up ${plural(count, 'check')} that could not be read`,
  resolves: (rows: number): string => `makes ${plural(rows, 'check')} known`,
  helps: 'makes more checks known',
  nothing: 'Everything that the target asks for is known.',
} as const

export interface GainParts {
  /** Points of 100. */
  score: number
  level?: { from: number; to: number }
  /** Groups whose level rises, by name. */
  groups: readonly { name: string; to: number }[]
}

/** `+3.4 points; level 1 in Patch applications`; empty if it gains nothing that can be shown. */
export function gainText({ score, level, groups }: GainParts): string {
  const points = score.toFixed(1)
  return [
    level && `level ${levelText(level.to)} overall`,
    ...groups.map(({ name, to }) => `level ${levelText(to)} in ${name}`),
    points !== '0.0' && `${points} ${points === '1.0' ? 'point' : 'points'}`,
  ]
    .filter(Boolean)
    .join(', ')
}
