import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { fields, text } from '../../../shared/json.ts'
import { hasResponse, perTenant, readDataset } from '../../datasets/reading.ts'
import type { Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { peopleOf } from './people.ts'
import { registrationsOf } from './registrations.ts'
import { activityOf } from './sign-in-activity.ts'

/** Graph `authentication.requirements.perUserMfaState`; `enabled` becomes `enforced` when the person registers. */
const STATES: Readonly<Record<string, boolean>> = { enforced: true, enabled: true, disabled: false }

/**
 * Whether per-user multi-factor authentication is set for this account, outside Conditional Access; undefined if it was
 * not read. Graph returns it for one account at a time.
 */
export const perUserMfaOf = (tenant: TenantReading, id: string): boolean | undefined => settingsRead(tenant).get(id)

/** Contains only accounts for which it was read. */
const settingsRead = perTenant((tenant): ReadonlyMap<string, boolean> => {
  const read = new Map<string, boolean>()
  for (const { id } of peopleOf(tenant).enabled) {
    // It is requested for only a few accounts, so the others need no reason why it is missing.
    if (!hasResponse(tenant, 'perUserMfa', id)) continue
    const reading = readDataset(tenant, 'perUserMfa', id)
    const isSet = reading.ok ? STATES[text(fields(reading.value).perUserMfaState) ?? ''] : undefined
    if (isSet !== undefined) read.set(id, isSet)
  }
  return read
})

/** Whether it was read for any account. */
export const readsPerUserMfa = (tenant: TenantReading): boolean => settingsRead(tenant).size > 0

/** A sign-in within this many days shows that the account is in use with its current settings. */
const RECENT_DAYS = 30

/**
 * Whether somebody demonstrably signs in without a second factor: nothing usable is registered, and a sign-in succeeded
 * recently. A second factor that is set for the account would have made the person register first.
 */
export function signsInWithout(tenant: TenantReading, { now }: Parameters, id: string): boolean {
  const registration = registrationsOf(tenant).byUser.get(id)
  const cannot = registration?.isMfaCapable === false || registration?.isMfaRegistered === false
  const succeeded = activityOf(tenant).of(id)?.succeeded
  return cannot && succeeded !== undefined && succeeded >= Date.parse(now) - RECENT_DAYS * DAY_MS
}
