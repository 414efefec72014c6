import { CollectFailure, type CollectFailureCode } from '../transport/collect-failure.ts'

/** An error response of the sign-in service: `error` of RFC 6749 and its own error numbers. */
export interface Refusal {
  error: string
  numbers: readonly number[]
}

/** Microsoft Entra authentication and authorization error codes (AADSTS). */
const FAILURE_BY_NUMBER: ReadonlyMap<number, CollectFailureCode> = new Map<number, CollectFailureCode>([
  [700016, 'CONSENT_MISSING'], // application not found in the tenant
  [65001, 'CONSENT_MISSING'], // no administrator has consented
  [7000229, 'CONSENT_MISSING'], // no service principal in the tenant
  [7000112, 'CONSENT_MISSING'], // application disabled in the tenant
  [500011, 'CONSENT_MISSING'], // the API has no service principal in the tenant
  [90002, 'TENANT_UNKNOWN'],
  [900023, 'TENANT_UNKNOWN'],
  [7000215, 'CREDENTIALS_REJECTED'], // wrong secret
  [7000222, 'CREDENTIALS_REJECTED'], // secret expired
  [700027, 'CREDENTIALS_REJECTED'], // certificate not registered
  [700024, 'CREDENTIALS_REJECTED'], // assertion outside its validity period
  [7000218, 'CREDENTIALS_REJECTED'], // no secret or assertion
])

/** For numbers not listed above. */
const FAILURE_BY_ERROR: ReadonlyMap<string, CollectFailureCode> = new Map<string, CollectFailureCode>([
  ['invalid_client', 'CREDENTIALS_REJECTED'],
  ['unauthorized_client', 'CONSENT_MISSING'],
  ['access_denied', 'CONSENT_MISSING'],
  ['interaction_required', 'CONSENT_MISSING'],
])

/** Turns a refusal into a failure. Leaves out the service's own description, which may repeat what we sent. */
export function refusalFailure(tenantId: string, { error, numbers }: Refusal): CollectFailure {
  const number = numbers.find((candidate) => FAILURE_BY_NUMBER.has(candidate)) ?? numbers[0]
  const code = (number !== undefined && FAILURE_BY_NUMBER.get(number)) || FAILURE_BY_ERROR.get(error)
  const reference = number === undefined ? 'error without a number' : `error AADSTS${number}`
  if (code === 'CONSENT_MISSING') {
    return new CollectFailure(
      code,
      `Tenant ${tenantId} has not approved this application, or has blocked it (${reference}). Send the customer's administrator the consent link and start again once they have approved it.`,
    )
  }
  if (code === 'TENANT_UNKNOWN') {
    return new CollectFailure(
      code,
      `The sign-in service does not know tenant ${tenantId} (${reference}). Correct the customer's tenant id.`,
    )
  }
  if (code === 'CREDENTIALS_REJECTED') return credentialsFailure(reference)
  return new CollectFailure(
    'TENANT_UNREACHABLE',
    `The sign-in service gave no token for tenant ${tenantId} (${reference}). Start again later; if this continues, look up the error in Microsoft's list of sign-in errors.`,
  )
}

/** Our own secret or certificate does not work; `reference` is the evidence. */
export function credentialsFailure(reference: string): CollectFailure {
  return new CollectFailure(
    'CREDENTIALS_REJECTED',
    `The sign-in service did not accept the credentials of this service (${reference}). The operator has to check or renew the application's secret or certificate.`,
  )
}

/** There was no usable response; `reference` says why. */
export function unreachableFailure(what: string, reference: string): CollectFailure {
  return new CollectFailure(
    'TENANT_UNREACHABLE',
    `${what} could not be reached (${reference}). Check the network between this service and it, then start again.`,
  )
}

/** The token is for another tenant; `found` is undefined if it names none. */
export function mismatchFailure(tenantId: string, found: string | undefined): CollectFailure {
  const other = found === undefined ? 'a token that names no tenant' : `a token of tenant ${found}`
  return new CollectFailure(
    'TENANT_MISMATCH',
    `The sign-in service gave ${other} when asked for tenant ${tenantId}; nothing was read. Check the customer's tenant id and consent.`,
  )
}
