import { resolve } from 'node:path'
import { optional, withDefault } from './setting.ts'

/** Backups of the embedded database. */
export const BACKUP_SETTINGS = {
  backupDir: optional(
    'PLUMBLINE_BACKUP_DIR',
    'Folder for daily backups of the embedded database, made by "up" after 02:00 UTC; preferably on another disk. Without it, no backups are made. They do not contain the secret key: back it up separately.',
    (text) => resolve(text),
  ),
  backupRetention: withDefault(
    'PLUMBLINE_BACKUP_KEEP',
    '7,4,6',
    'How many daily, weekly and monthly backups are kept in that folder.',
    asCounts,
  ),
} as const

/** How many backups are kept: one a day, one a week, one a month. */
export interface BackupRetention {
  days: number
  weeks: number
  months: number
}

function asCounts(text: string): BackupRetention {
  const [days = 0, weeks = 0, months = 0, ...rest] = text
    .split(',')
    .map((part) => (/^\s*\d{1,4}\s*$/.test(part) ? Number(part) : -1))
  if (rest.length > 0 || days < 1 || weeks < 0 || months < 0 || text.split(',').length !== 3)
    throw new Error('must be three numbers, as in 7,4,6, of which the first is at least 1')
  return { days, weeks, months }
}
