import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link or a session: 256 random bits, in characters that are safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of a token; anything else is refused without a database query. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The form in which tokens are stored. A token is too long to be guessed, so it needs no slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
