/**
 * Matches where a spreadsheet would see a formula: at the beginning or after a comma, semicolon, tab or line break, possibly
 * after spaces and quotes. Includes full-width characters, and a tab or carriage return at the very beginning.
 */
const FORMULA = /(^|[,;\t\r\n])((?:(?![\t\r\n])[\s"])*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=\s*[\t\r])/g

/**
 * The text with an apostrophe before everything that a spreadsheet would evaluate, even one that separates by semicolon or
 * tab and ignores the quotes.
 */
export const neutralizeFormulas = (text: string): string =>
  text.replace(FORMULA, (_, separator = '', space = '') => `${separator}${space}'`)
