/** The code of an error as text, such as ENOENT or an SQLSTATE; '' if it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
