import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { writeWholeFile } from '../../platform/backup/whole-file.ts'
import type { BackupRetention } from '../../platform/settings/backups.ts'
import { chooseOutdated, isDue, nameBackup, timeOfBackup } from './calendar.ts'
import { type BackupSource, writeBackup } from './create.ts'

const POLL_MS = 60_000
/** A backup that failed is tried again after this time. */
const RETRY_MS = 30 * 60_000

/** When the newest backup in a folder was begun; undefined if there is none. Unfinished backups have other names. */
export async function findNewestBackup(folder: string): Promise<Date | undefined> {
  const names = await readdir(folder).catch(() => [])
  const times = names.flatMap((name) => timeOfBackup(name)?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}

interface Schedule {
  folder: string
  retention: BackupRetention
  source: Omit<BackupSource, 'signal' | 'withSecretKeys'>
}

/** Makes daily backups of the embedded database while this process runs. `stop` aborts one that is in progress. */
export function startBackups(app: App, schedule: Schedule): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let triedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const now = app.now()
    const newest = await findNewestBackup(schedule.folder)
    app.metrics.backupAt.set(newest ? newest.getTime() / 1000 : 0)
    if (!isDue(now, newest) || now.getTime() - triedAtMs < RETRY_MS) return
    triedAtMs = now.getTime()
    await backUp(app, schedule, stopping.signal)
  }
  const turn = (): void => {
    running = running.then(async () => {
      if (stopping.signal.aborted) return
      await look().catch((error: unknown) => {
        if (stopping.signal.aborted) return
        app.metrics.backupFailures.inc()
        app.log.error({ event: 'backup.failed', error }, 'a backup failed')
      })
    })
  }
  const timer = setInterval(turn, POLL_MS)
  turn()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

async function backUp(app: App, { folder, retention, source }: Schedule, signal: AbortSignal): Promise<void> {
  const begun = app.now()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, nameBackup(begun))
  await writeWholeFile(file, async (sink) => {
    await writeBackup({ ...source, withSecretKeys: false, signal }, sink)
  })
  app.metrics.backupAt.set(begun.getTime() / 1000)
  app.log.info({ event: 'backup.made', file, ms: app.now().getTime() - begun.getTime() }, 'a backup was made')
  for (const name of chooseOutdated(await readdir(folder), retention)) await rm(join(folder, name), { force: true })
}
