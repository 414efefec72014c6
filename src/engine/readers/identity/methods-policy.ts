import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'

interface MethodsPolicy {
  ok: true
  reading: Extract<Reading, { ok: true }>
  /**
   * Whether the legacy settings of multi-factor authentication and password reset no longer apply; undefined if unknown.
   */
  isMigrated: boolean | undefined
  /** A method's configuration by its name in lower case; empty if the policy does not mention it. */
  method(name: string): Fields
}

const MIGRATED: Readonly<Record<string, boolean>> = {
  migrationComplete: true,
  migrationInProgress: false,
  preMigration: false,
}

/**
 * Shape: Graph `authenticationMethodsPolicy`, v1.0. A tenant that never had the legacy settings has nothing to migrate;
 * its state is null.
 */
export function methodsPolicyOf(tenant: TenantReading): MethodsPolicy | Failed {
  const reading = readDataset(tenant, 'authenticationMethodsPolicy')
  if (!reading.ok) return reading
  const { policyMigrationState, authenticationMethodConfigurations } = fields(reading.value)
  const methods = list(authenticationMethodConfigurations).map(fields)
  return {
    ok: true,
    reading,
    isMigrated: policyMigrationState === null ? true : MIGRATED[text(policyMigrationState) ?? ''],
    method: (name) => fields(methods.find((method) => text(method.id)?.toLowerCase() === name)),
  }
}

export const OLDER_SETTINGS = 'The older settings, which apply until the migration is complete, cannot be read.'
