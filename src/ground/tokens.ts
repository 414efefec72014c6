import { createHash, randomBytes } from 'node:crypto'

/** What a link or a session is opened with: 256 random bits, in characters that an address may hold. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The form in which tokens are kept. A token is too long to be guessed, so that no slow hash is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
