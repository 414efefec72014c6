import { createHash, randomBytes } from 'node:crypto'

export const CODES = 10

/** Without letters that look like digits or one another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 16

/** 80 random bits in four groups: too many to be guessed, so that no slow hash is needed. */
export function newRecoveryCode(): string {
  const code = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte & 31]).join('')
  return (code.match(/.{4}/g) ?? []).join('-')
}

/** The form in which codes are stored, whatever somebody typed between the characters; undefined if it cannot be a code. */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  if (code.length !== CHARACTERS || [...code].some((character) => !ALPHABET.includes(character))) return undefined
  return createHash('sha256').update(code).digest('base64url')
}
