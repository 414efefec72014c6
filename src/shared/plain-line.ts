const CONTROL = /\p{Cc}/u

/**
 * Whether a text has no control characters, thus no line breaks, and no half of a surrogate pair, which PostgreSQL refuses
 * in JSON.
 */
export const isPlainLine = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()
