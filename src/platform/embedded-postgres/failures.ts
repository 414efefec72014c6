import { EmbeddedPostgresError } from './binaries.ts'
import { DataDirInUse } from './data-lock.ts'

export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const DISK_FULL = 'The disk is full: make room on the disk of the data folder, then start again.'

/** A failure of one of the server's programs, with its last words. */
export function serverFailure(what: string, output: string): EmbeddedPostgresError {
  if (/No space left on device|[Dd]isk quota exceeded/.test(output))
    return new EmbeddedPostgresError(`${what}. ${DISK_FULL}`)
  return new EmbeddedPostgresError(
    `${what}. Start again; if it happens again, its last words say why:\n${output.trim()}`,
  )
}

/** What the system refuses, as a sentence with its mend; anything else as it is. */
export function toSentence(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError || error instanceof DataDirInUse || !(error instanceof Error)) return error
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new EmbeddedPostgresError(DISK_FULL, { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        `The embedded database in ${dataDir} may not be written (${error.message}). Start as the user that owns the folder, or set PLUMBLINE_DATA_DIR to another one.`,
        { cause: error },
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `${dataDir} cannot be used as the data folder, a file is in the way (${error.message}). Set PLUMBLINE_DATA_DIR to another place.`,
        { cause: error },
      )
    default:
      return error
  }
}
