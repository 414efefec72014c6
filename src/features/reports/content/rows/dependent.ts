import { sentencesOf } from '../../../../shared/text/sentences.ts'

/** How sentences begin that say something only with the one before them. */
const DEPENDENT = new RegExp(
  `^(${[
    'A part of this could not be evaluated[.]',
    'This could not be evaluated[.]',
    'It could not be determined for ',
    'Guests are counted separately[:;] ',
    '(It is a|They are) permanent Global Administrator',
    '(None|Each|All|[\\d,]+) of them ',
    'Another product that we do not see ',
    '(Administrators|Permanent Global Administrators) who are not covered: ',
    'Not (covered:|set for) ',
    'This is not the case for ',
    '[\\d,]+ users? (is|are) not included by any policy that demands this',
    'Everybody would be covered if ',
    '‘[^.]* excludes? [\\d,]+ accounts?\\.$',
    'Report-only policies enforce nothing; ',
    'Not assigned to anyone: ',
    '“[^”]+” sets “[^”]+”[,.]',
    'The tenant does not show this',
    'The tenant shows this only in part',
  ].join('|')})`,
)

/**
 * Whether a sentence says something only with the one before it, such as who is not covered or what “this” is: in another row
 * the same words are about something else.
 */
export const isDependent = (sentence: string): boolean => DEPENDENT.test(sentence)

/** A sentence with those after it that depend on it. */
export interface Statement {
  /** Empty for dependent ones at the beginning of a text, which are always stated. */
  head: string
  dependents: string[]
}

/** The statements of a text, in its order. */
export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = []
  for (const sentence of sentencesOf(text)) {
    if (!isDependent(sentence)) statements.push({ head: sentence, dependents: [] })
    else if (statements.length === 0) statements.push({ head: '', dependents: [sentence] })
    else statements.at(-1)?.dependents.push(sentence)
  }
  return statements
}
