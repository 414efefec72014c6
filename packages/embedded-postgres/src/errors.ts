/** The embedded database cannot be started or used; the message is a sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** Another process that is alive has locked the data folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  /** The process that has the lock. */
  readonly pid: number

  constructor(dataDir: string, pid: number, owner: string) {
    super(
      `Plumbline is already running on the data folder ${dataDir} (process ${pid}${owner === '' ? '' : `, ${owner}`}). ` +
        'Stop that process first, or set PLUMBLINE_DATA_DIR to another folder.',
    )
    this.pid = pid
  }
}

/** The end of a sentence that offers an alternative to the embedded database. */
export const OWN_DATABASE = 'set DATABASE_URL to a PostgreSQL server of your own'

const DISK_FULL = 'The disk is full: make room on the disk of the data folder, then start again.'

/** The code of a system or database error; undefined for any other value. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** The failure of one of the server's programs, with the end of its output. */
export function serverFailure(what: string, output: string): EmbeddedPostgresError {
  if (/No space left on device|[Dd]isk quota exceeded/.test(output))
    return new EmbeddedPostgresError(`${what}. ${DISK_FULL}`)
  return new EmbeddedPostgresError(
    `${what}. Start again; if it happens again, its last output says why:\n${output.trim()}`,
  )
}

/** Turns an error of the system into an EmbeddedPostgresError that says what to do; returns any other value as it is. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError || error instanceof DataDirInUse || !(error instanceof Error)) return error
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new EmbeddedPostgresError(DISK_FULL, { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        `The embedded database in ${dataDir} cannot be written (${error.message}). Start as the user that owns the folder, or set PLUMBLINE_DATA_DIR to another one.`,
        { cause: error },
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `${dataDir} cannot be used as the data folder because a file is in the way (${error.message}). Set PLUMBLINE_DATA_DIR to another place.`,
        { cause: error },
      )
    default:
      return error
  }
}
