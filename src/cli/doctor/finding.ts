/** The result of one check of something that the service depends on. */
export interface Finding {
  check: string
  ok: boolean
  says: string
  /** What to do if it is not ok. */
  fix?: string
}

/** Runs a check, which returns a description of the state and throws if something is wrong. */
export async function examine(check: string, look: () => Promise<string>, fix: string): Promise<Finding> {
  return await look().then(
    (says) => ({ check, ok: true, says }),
    (error: unknown) => toFailedFinding(check, error, fix),
  )
}

export const toFailedFinding = (check: string, error: unknown, fix: string): Finding => ({
  check,
  ok: false,
  says: error instanceof Error ? error.message : String(error),
  fix,
})
