import { CommandFailure } from './command-failure.ts'

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The value of `--tenant`; throws if it is not a tenant id. */
export function readTenantId(given: string): string {
  if (!GUID.test(given)) throw new CommandFailure('--tenant must be the tenant id, a GUID in the form 8-4-4-4-12.')
  return given
}
