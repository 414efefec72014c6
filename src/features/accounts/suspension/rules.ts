import type { AccountStatus } from '../../../platform/database/tables.gen.ts'
import { Problem } from '../../../shared/problem.ts'

/**
 * Everything that a suspension ends, and where each effect is enforced. Add new effects here.
 *
 * Of a partner, by `suspendPartner` in `features/partners/service.ts` and from then on:
 * - API keys are revoked for good (`revokeAllKeys` in `features/keys/service.ts`), requests with them get PARTNER_INACTIVE
 *   (`requireActiveKey` in `features/keys/rules.ts`), and nobody can create a key (`createKey`).
 * - Its people are signed out and their open streams end (`endSessionsOf` in `features/people/sessions/service.ts`), and nobody can sign in (`createSession`
 *   there). After a reactivation they have to sign in again. Visits of the distributor's people end (`endVisitsTo` in `features/people/visits/service.ts`).
 * - Queued runs are canceled and their quota is released (`cancelQueuedRuns` in `features/assessments/canceling`). Nobody can
 *   start a run, the distributor included (`requireNotSuspended`). Running runs finish. Schedules skip what is due meanwhile
 *   (`features/schedules/occurrences/service.ts`).
 * - The activation link is deleted, and never lifts a suspension (`features/partners/activation`).
 * - Consent links stop working (`findOpenLink` in `features/customers/consent`).
 * - Questionnaires send no email or reminder, and their links stop working: the condition is in the SQL of
 *   `features/questionnaires/invitations/store.ts` and `visits/store.ts`. Both resume with the account.
 * - Webhooks: `partner.suspended` is the last event that is delivered. The condition is in the SQL function
 *   `queue_deliveries` (`migrations/`), and `countFaults` in `features/webhooks/deliveries/store.ts` counts by the same.
 *
 * Of a distributor, by `suspendDistributor` in `features/distributors/service.ts`: its keys stay but get
 * DISTRIBUTOR_INACTIVE, its people are signed out as above, and its webhooks get no events. Its partners are not affected.
 *
 * Not ended: billing, links to reports, what a distributor may read of a suspended partner, and its customers.
 */
export const isSuspended = (status: AccountStatus | undefined): boolean => status === 'suspended'

/** Throws PARTNER_INACTIVE if the partner is suspended. */
export function requireNotSuspended({ partnerStatus }: { partnerStatus?: AccountStatus | undefined }): void {
  if (isSuspended(partnerStatus))
    throw new Problem('PARTNER_INACTIVE', { message: 'The partner account is suspended.' })
}
