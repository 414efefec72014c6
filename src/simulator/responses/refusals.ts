import type { Dataset } from '../../engine/datasets/dataset.ts'
import { graphError, type Reply, type RequestInfo, reply } from './reply.ts'
import type { Refusal } from './throttle.ts'

/** Too many requests: each rate class has its own response. */
export function throttled({ status, retryAfterSeconds }: Refusal, dataset: Dataset, id: RequestInfo): Reply {
  const headers: Reply['headers'] = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  if (status === 503)
    return graphError(503, 'serviceNotAvailable', 'The service is temporarily unavailable.', id, headers)
  if (status === 500)
    return graphError(500, 'InternalServerError', intuneMessage('Rate limit reached.', id), id, headers)
  const code = dataset.rateClass === 'reports' ? 'UnknownError' : 'TooManyRequests'
  return graphError(429, code, 'Too many requests. Try again later.', id, headers)
}

/** A role is missing in the token: each service has its own response, two of them without details. */
export function missingRole(dataset: Dataset, id: RequestInfo): Reply {
  const { key, permission, rateClass } = dataset
  if (key === 'deviceHealthScripts') {
    return reply(
      403,
      '<!DOCTYPE html><html><head><title>403 - Forbidden</title></head><body><h2>Forbidden</h2></body></html>',
    )
  }
  if (key === 'intents') return reply(403, undefined)
  switch (rateClass) {
    case 'intune': {
      const message = `The application must have one of the following scopes: ${permission}`
      return graphError(403, 'Forbidden', intuneMessage(message, id), id)
    }
    case 'conditionalAccess':
      return graphError(403, 'AccessDenied', 'Required scopes are missing in the token.', id)
    case 'reports':
      return graphError(403, 'Authentication_MSGraphPermissionMissing', `The caller lacks ${permission}.`, id)
    case 'security':
      return graphError(403, 'Forbidden', `Missing application roles. API required roles: ${permission}.`, id)
    default:
      return graphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.', id)
  }
}

/** The tenant lacks a licence. */
export function notLicensed(dataset: Dataset, id: RequestInfo): Reply {
  // The activity of users is refused like a report, although its path is that of users.
  switch (dataset.key === 'userActivity' ? 'reports' : dataset.rateClass) {
    case 'intune':
      return graphError(400, 'BadRequest', intuneMessage('Request not applicable to target tenant.', id), id)
    case 'reports': {
      const message = 'The tenant does not have a premium license.'
      return graphError(403, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant', message, id)
    }
    case 'conditionalAccess':
      return graphError(403, 'AccessDenied', 'The tenant is not licensed for this feature.', id)
    case 'security':
      return graphError(403, 'Forbidden', 'The tenant is not provisioned for this service.', id)
    default: {
      const message = 'The tenant needs to have Microsoft Entra ID P2 or Microsoft Entra ID Governance license.'
      return graphError(400, 'AadPremiumLicenseRequired', message, id)
    }
  }
}

/** Intune's messages contain a JSON object. */
const intuneMessage = (message: string, { requestId }: RequestInfo): string =>
  JSON.stringify({ _version: 3, Message: `${message} - Operation ID: ${requestId}`, ErrorCode: '', HttpHeaders: '{}' })
