/** Length protects; rules on kinds of characters make passwords that people forget (NIST SP 800-63B, 3.1.1.2). */
const MIN_PASSWORD_CHARACTERS = 12

export const MAX_PASSWORD_CHARACTERS = 200

/** The limits on the length of a password, in characters, as forms show them. */
export const PASSWORD_LIMITS = { min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS }

/** Minimum number of different characters in a password. */
const MIN_DIFFERENT = 5

/** Why a new password is not accepted, as a sentence; undefined if it is accepted. */
export function passwordProblem(password: string, email: string): string | undefined {
  const characters = [...password]
  if (characters.length < MIN_PASSWORD_CHARACTERS) return `Choose at least ${MIN_PASSWORD_CHARACTERS} characters.`
  if (password.length > MAX_PASSWORD_CHARACTERS) return `Choose at most ${MAX_PASSWORD_CHARACTERS} characters.`
  if (new Set(characters).size < MIN_DIFFERENT) return `Choose at least ${MIN_DIFFERENT} different characters.`
  const [name = ''] = email.toLowerCase().split('@')
  const bare = password.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if ([name, email.toLowerCase()].some((known) => bare === known.replaceAll(/[^\p{L}\p{N}]/gu, '')))
    return 'Choose something other than your email address.'
  return undefined
}

/** Like `passwordProblem`, for a form in which it is typed twice. */
export function newPasswordProblem(
  { password = '', repeat = '' }: { password?: string | undefined; repeat?: string | undefined },
  email: string,
): string | undefined {
  return passwordProblem(password, email) ?? (password === repeat ? undefined : 'Enter the same password twice.')
}
