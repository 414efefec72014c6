import { plural } from './language.ts'

/** All texts of the technical edition that other editions do not have. */
export const TECHNICAL = {
  todo: 'What to do, area by area',
  lead: 'The numbers show the order across all areas. Each action says what is wrong, how to fix it, and how to prove that it is done.',
  other:
    '“Counts too, if answered” names what may be in use instead: say so in the questionnaire, with the product or the method, and it counts.',
  count: (count: number): string => plural(count, 'action'),
  unknown: 'What is not known',
  unknownLead: 'Each line would make more known.',
  helpsLead: '“Helps with” counts checks that need something else on this list as well.',
  checks: 'Makes known',
  makesKnown: (rows: number): string => plural(rows, 'check'),
  helps: (rows: number): string => (rows > 0 ? `helps with ${rows}` : 'shows more detail'),
  together: 'All together',
  kinds: {
    permission: (count: number): string => `${plural(count, 'permission')} to approve through a new consent link`,
    licence: (count: number): string => `${plural(count, 'licence')} to decide about`,
    question: (count: number): string => `${plural(count, 'question')} to answer`,
    reading: (count: number): string => `${plural(count, 'reading')} to clear up`,
  },
  state: 'The state by area',
} as const
