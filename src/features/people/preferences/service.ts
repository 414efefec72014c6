import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { readTimeZone } from '../../../shared/dates/datetime.ts'
import { readLocale } from '../../../shared/dates/locales.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import type { Preferences } from './schema.ts'
import { findPreferences, lockPreferences, type PreferenceRow, updatePreferences } from './store.ts'

/** What somebody has chosen; empty for somebody who is gone. */
export async function getPreferences(db: Connection, personId: string): Promise<Preferences> {
  return toPreferences(await findPreferences(db, personId))
}

/** Replaces what the signed-in person has chosen. INVALID_FIELD for a time zone that does not exist. */
export async function setPreferences(
  app: App,
  { session, author }: PersonActor,
  { timeZone: given, locale }: Preferences,
): Promise<void> {
  const { personId } = session
  const timeZone = given === undefined ? undefined : requireTimeZone(given)
  const chosen: Preferences = { ...(timeZone !== undefined && { timeZone }), ...(locale && { locale }) }
  await app.db.transaction().execute(async (tx) => {
    const before = toPreferences(await lockPreferences(tx, personId))
    if (before.timeZone === timeZone && before.locale === locale) return
    await updatePreferences(tx, personId, { time_zone: timeZone ?? null, locale: locale ?? null })
    await recordChanges(tx, author, app.now(), [
      { action: 'preferences.changed', subject: personId, owner: ownerOf(session), before, after: chosen },
    ])
  })
}

function requireTimeZone(given: string): string {
  const timeZone = readTimeZone(given)
  if (timeZone !== undefined) return timeZone
  const message = 'timeZone must be an IANA time zone, for example Australia/Sydney.'
  throw new Problem('INVALID_FIELD', { message, details: [{ field: 'timeZone', code: 'INVALID_FIELD', message }] })
}

function toPreferences(row: PreferenceRow | undefined): Preferences {
  const locale = readLocale(row?.locale)
  return { ...(row?.time_zone && { timeZone: row.time_zone }), ...(locale && { locale }) }
}
