import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { dateMsOf } from '../values/dates.ts'

/** When an account was last used (milliseconds); omitted if the API returns no date. */
export interface Activity {
  /** The last sign-in that succeeded, by a person or by a client on their behalf. */
  succeeded?: number
  /** The last attempt, successful or not; an attacker's guess counts here. */
  tried?: number
}

export interface Activities {
  reading: Reading
  /** By user id in lower case; undefined if the account is not in the reading. */
  of(id: string): Activity | undefined
}

/** When accounts were last used. Shape: Graph `signInActivity`. */
export const activityOf = perTenant((tenant: TenantReading): Activities => {
  const reading = readDataset(tenant, 'userActivity')
  const rows = new Map<string, Fields>()
  for (const user of list(reading.ok ? reading.value : undefined).map(fields)) {
    const id = text(user.id)?.toLowerCase()
    if (id !== undefined) rows.set(id, user)
  }
  return {
    reading,
    of: (id) => {
      const row = rows.get(id)
      return row && readActivity(fields(row.signInActivity))
    },
  }
})

function readActivity(read: Fields): Activity {
  const succeeded = dateMsOf(read.lastSuccessfulSignInDateTime)
  const tries = [dateMsOf(read.lastSignInDateTime), dateMsOf(read.lastNonInteractiveSignInDateTime), succeeded]
  const tried = Math.max(...tries.map((time) => time ?? Number.NEGATIVE_INFINITY))
  return {
    ...(succeeded === undefined ? {} : { succeeded }),
    ...(Number.isFinite(tried) ? { tried } : {}),
  }
}
