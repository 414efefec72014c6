const CONTROL = /\p{Cc}/u

/**
 * Whether a text contains neither control characters, such as line breaks, nor half of a surrogate pair, which
 * PostgreSQL refuses in JSON.
 */
export const isPlainLine = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()
