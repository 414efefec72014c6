/** Length protects; rules on kinds of characters make passwords that people forget (NIST SP 800-63B, 3.1.1.2). */
export const MIN_PASSWORD_CHARACTERS = 12

export const MAX_PASSWORD_CHARACTERS = 200
