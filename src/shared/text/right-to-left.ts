/** Names in scripts that run from right to left, inside our sentences, which run from left to right. */

const LETTER = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`
/** What may stand between two letters of one name; other marks, such as a comma before a space, are between two names. */
const INNER = String.raw`[\p{M}\p{Nd} \-–_./'’"״׳&+@#،]`
/** Names have words such as “IT” and “Azure”; words of our sentences begin with small letters. */
const LATIN_WORD = '(?<![A-Za-z])[A-Z][A-Za-z]*'
/** A number at the end of a name: without a space before it, or with a quote after it. */
const ENDING = String.raw`\p{M}*(?:[-_.]?\p{Nd}+)*(?: \p{Nd}+(?=[”’"]))?`

const RIGHT_TO_LEFT = new RegExp(LETTER, 'u')
const NAME = new RegExp(`(${LETTER}(?:(?:${INNER}|${LATIN_WORD})*${LETTER})*${ENDING})`, 'u')

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

export interface TextPart {
  text: string
  /** A name, or several with only spaces between them. */
  isRightToLeft: boolean
}

/**
 * A text in parts, of which those from right to left are to be arranged alone: otherwise the marks and numbers between two of them
 * would change places, and so would the names of a list.
 */
export const directionsOf = (text: string): TextPart[] =>
  // Every second part is a name.
  text
    .split(NAME)
    .map((part, index) => ({ text: part, isRightToLeft: index % 2 === 1 }))
    .filter((part) => part.text !== '')
