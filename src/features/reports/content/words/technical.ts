import { plural } from './language.ts'

/** All texts of the technical edition that other editions do not have. */
export const TECHNICAL = {
  todo: 'What to do, area by area',
  lead: 'The numbers show the order across all areas. Each action says what is wrong, how to fix it, and how the next run verifies it.',
  other:
    'What “counts too, if answered” may be in use instead: people then say so in the questionnaire, and name the product or describe the method.',
  count: (count: number): string => plural(count, 'action'),
  unknown: 'What is not known',
  unknownLead: 'Each line would make more known. The number shows how many checks it resolves by itself.',
  lines: 'Line by line',
  what: 'What',
  kind: 'Kind',
  checks: 'Checks',
  kinds: { permission: 'Permission', licence: 'Licence', question: 'Question', reading: 'Reading' },
  consent: (names: readonly string[]): string =>
    `Permissions to grant through a new consent link: ${names.join(', ')}.`,
  state: 'The state by area',
} as const
