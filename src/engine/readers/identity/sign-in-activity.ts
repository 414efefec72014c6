import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'

/** When an account was last used, in milliseconds; each left out where the API gives no date. */
export interface Activity {
  /** The last sign-in that succeeded, by a person or by a client on their behalf. */
  succeeded?: number
  /** The last attempt, whether it succeeded or not: an attacker's guess counts here. */
  tried?: number
}

export interface Activities {
  reading: Reading
  /** By user id in lower case; undefined for an account that is not in the reading. */
  of(id: string): Activity | undefined
}

/** What is known of the use of accounts. Shape: Graph `signInActivity`. */
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

/** The API writes the year 1 where there is no date. */
export function dateMsOf(value: unknown): number | undefined {
  const written = text(value)
  if (written === undefined || written.startsWith('0001-01-01')) return undefined
  const time = Date.parse(written)
  return Number.isFinite(time) ? time : undefined
}
