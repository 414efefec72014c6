import type { ProblemCode } from '../../shared/problem.ts'

/** What a caller should do about each code, for the error reference. */
export const ERROR_ADVICE: Readonly<Record<ProblemCode, string>> = {
  INVALID_JSON:
    'Check the body with a JSON parser. Common causes are a trailing comma, single quotes, and a truncated body.',
  MISSING_FIELD: 'Add the fields that `details` names.',
  INVALID_FIELD: 'Correct the fields that `details` names; the message of each says what is accepted.',
  INVALID_PRODUCT: 'Use an `id` from `GET /api/v1/partner/products`.',
  TOO_MANY: 'Split the list: the message names the maximum.',
  PLAN_CHANGE_FAILED: 'The message names the reason. Preview the change, or correct the card, then try again.',
  INVALID_SIGNATURE:
    "Only the payment processor calls this address. Compare the endpoint's secret with `STRIPE_WEBHOOK_SECRET`, and check the clock.",
  MISSING_KEY: 'Send the key in the header `X-Partner-Key` or `X-Distributor-Key`.',
  INVALID_KEY:
    'Check that the key is complete and of the right kind. A revoked key never works again: create another, in the portal or with the second key.',
  SIGN_IN_REQUIRED: 'Sign in at `/sign-in`.',
  HTTPS_REQUIRED: 'Use `https://`, and replace the key: it may have been intercepted.',
  PARTNER_INACTIVE:
    'Activate the account with the link in the email. If it is suspended, ask your distributor or support; create new keys afterwards.',
  DISTRIBUTOR_INACTIVE: 'Activate the account with the link in the email. If it is suspended, ask support.',
  CROSS_SITE: 'Use the pages of the portal; programs use the API with a key.',
  ROLE_REQUIRED: 'Ask an administrator of your account to do it or to change your role.',
  STRONG_SIGN_IN_REQUIRED: 'Confirm with your passkey, code or password, then repeat the action within ten minutes.',
  PASSKEY_REFUSED: 'Try again, use another passkey, or sign in with your password.',
  PRODUCT_NOT_ALLOWED: 'Choose a product of `GET /api/v1/partner/products`, or change the plan.',
  RUN_LIMIT_REACHED: 'Wait for the first day of the next month (UTC), or change to a plan with more runs.',
  NOT_FOUND: 'Check the address and the id. Anything that belongs to another account looks as if it did not exist.',
  METHOD_NOT_ALLOWED: 'Use a method listed in the header `Allow`.',
  REQUEST_TIMEOUT: 'Send it again, with the same `Idempotency-Key`. If it happens again, check the connection.',
  DUPLICATE_ITEM: 'Remove the items that `details` names, or use the existing ones.',
  MAX_KEYS: 'Revoke an unused key: `lastUsedAt` shows which.',
  LAST_KEY: 'Create a second key, switch your programs to it, then revoke this one.',
  LAST_OWNER: 'Make another person an owner first.',
  LAST_FACTOR: 'Add another second factor first.',
  REPORT_NOT_READY: 'Wait for the event `assessment.completed`, or read the run until its status is `completed`.',
  LIMIT_REACHED: 'Remove one that you do not need: the message names the maximum.',
  IDEMPOTENCY_IN_PROGRESS: 'Repeat it with the same key after `Retry-After`: it returns the result of the first call.',
  LINK_ENDED: 'Ask the sender for a new link.',
  PAYLOAD_TOO_LARGE: 'Split the request into smaller ones.',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`.',
  EXPECTATION_FAILED: 'Remove the header `Expect`.',
  IDEMPOTENCY_MISMATCH: 'Create a new key for each new request. Reuse a key only to repeat the same request unchanged.',
  RATE_LIMITED:
    'Wait for the number of seconds in `Retry-After`. The headers `RateLimit` and `RateLimit-Policy` show what is left.',
  HEADERS_TOO_LARGE: 'Send fewer or shorter headers; remove cookies.',
  PRICE_LOOKUP_FAILED: 'Try again later. If it persists, give support the request id.',
  PAYMENT_PROCESSOR_ERROR: 'Repeat the request with the same `Idempotency-Key` after a minute.',
  INTERNAL_ERROR: 'Repeat it once with the same `Idempotency-Key`. If it fails again, give support the request id.',
  SERVICE_UNAVAILABLE: 'Repeat it with the same `Idempotency-Key` after `Retry-After`.',
}
