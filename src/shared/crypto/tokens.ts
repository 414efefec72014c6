import { createHash, randomBytes } from 'node:crypto'

/** What a link or a session is opened with: 256 random bits, in characters that an address may hold. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text can be a token at all: anything else is refused without a look at the database. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The form in which tokens are kept. A token is too long to be guessed, so that no slow hash is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
