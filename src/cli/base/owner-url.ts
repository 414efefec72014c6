import { createLog } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { explainDatabaseError, openDatabaseAccess } from '../../runtime/database-access.ts'

/** Gives `use` the connection string of the database's owner, or the only one there is. Throws BackupFailure if it cannot be reached. */
export async function withOwnerUrl(settings: Settings, use: (url: string) => Promise<void>): Promise<void> {
  const log = createLog(settings.logLevel)
  const access = await openDatabaseAccess(settings, { database: 'shared', mustExist: true }, log)
  const url = access.ownerUrl ?? access.serviceUrl
  try {
    await use(url).catch((error: unknown) => {
      throw explainDatabaseError(error, access)
    })
  } finally {
    await access.close()
  }
}
