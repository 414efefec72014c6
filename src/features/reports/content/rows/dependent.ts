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
