import { asInteger } from './parsers.ts'
import { optional, withDefault } from './setting.ts'

const MAX_DAYS = 36_500

/** Quotas of an account, and retention periods. `docs/decisions/0022-quotas-and-retention.md` says why. */
export const LIMIT_SETTINGS = {
  customersPerPartner: optional(
    'PLUMBLINE_CUSTOMERS_PER_PARTNER',
    'Maximum customers of a partner, instead of the number in its plan (10,000 in every plan).',
    asInteger(1, 10_000_000),
  ),
  partnersPerDistributor: withDefault(
    'PLUMBLINE_PARTNERS_PER_DISTRIBUTOR',
    '10000',
    'Maximum partners of a distributor.',
    asInteger(1, 10_000_000),
  ),
  unfinishedRunsPerPartner: withDefault(
    'PLUMBLINE_UNFINISHED_RUNS_PER_PARTNER',
    '5000',
    'Maximum runs of a partner that can be queued or running at the same time.',
    asInteger(1, 1_000_000),
  ),
  mailsPerDay: withDefault(
    'PLUMBLINE_MAILS_PER_DAY',
    '10000',
    'Emails per account and UTC day. Further emails wait until the next day; none is lost.',
    asInteger(1, 10_000_000),
  ),
  activationMailsPerDay: withDefault(
    'PLUMBLINE_ACTIVATION_MAILS_PER_DAY',
    '3',
    'Activation emails per address and UTC day. Further emails wait until the next day.',
    asInteger(1, 10_000),
  ),
  invitationWaitMinutes: withDefault(
    'PLUMBLINE_INVITATION_WAIT_MINUTES',
    '2',
    'Minutes that a questionnaire invitation or reminder waits for others to the same person about the same customer, so that they become one email. The sandbox waits five seconds.',
    asInteger(0, 60),
  ),
  keepEventsDays: withDefault(
    'PLUMBLINE_KEEP_EVENTS_DAYS',
    '400',
    'Days that events and their deliveries are stored. A quarter with more than a million events is deleted as a whole, once all of them are that old. Also applies to closed questionnaire invitations, removed exceptions and revoked keys.',
    asInteger(1, MAX_DAYS),
  ),
  keepDeliveriesDays: withDefault(
    'PLUMBLINE_KEEP_DELIVERIES_DAYS',
    '90',
    'Days that a webhook delivery is stored after it ended, and a replay after it was started.',
    asInteger(2, MAX_DAYS),
  ),
  keepAttemptsDays: withDefault(
    'PLUMBLINE_KEEP_ATTEMPTS_DAYS',
    '30',
    'Days that the requests and responses of webhook deliveries are stored.',
    asInteger(1, MAX_DAYS),
  ),
  keepMailsDays: withDefault(
    'PLUMBLINE_KEEP_MAILS_DAYS',
    '90',
    'Days that an email is stored after it was sent or failed. Its text is deleted after 7 days.',
    asInteger(7, MAX_DAYS),
  ),
  keepSessionsDays: withDefault(
    'PLUMBLINE_KEEP_SESSIONS_DAYS',
    '0',
    'Days that links and sessions are stored after they expire.',
    asInteger(0, MAX_DAYS),
  ),
  keepAttachmentsDays: withDefault(
    'PLUMBLINE_KEEP_ATTACHMENTS_DAYS',
    '400',
    'Days that a file attached to an answer is stored. It counts as evidence for 12 months.',
    asInteger(1, MAX_DAYS),
  ),
  keepIdempotencyHours: withDefault(
    'PLUMBLINE_KEEP_IDEMPOTENCY_HOURS',
    '24',
    'Hours that the outcome of a call with an Idempotency-Key is stored.',
    asInteger(24, 8_760),
  ),
  keepDeletedDays: withDefault(
    'PLUMBLINE_KEEP_DELETED_DAYS',
    '30',
    'Days that the event customer.deleted is stored. It is the last record that names a deleted customer.',
    asInteger(0, MAX_DAYS),
  ),
  keepRunsDays: optional(
    'PLUMBLINE_KEEP_RUNS_DAYS',
    'Days that ended runs are stored, with their snapshots and results. A quarter with more than a million runs is deleted as a whole, once all of them are that old. Without it, they are stored until their customer is deleted.',
    asInteger(1, MAX_DAYS),
  ),
  keepAuditDays: optional(
    'PLUMBLINE_KEEP_AUDIT_DAYS',
    'Days that the audit trail is stored. "plumbline migrate", and every start that migrates, deletes older rows. Without it, the audit trail is stored permanently.',
    asInteger(30, MAX_DAYS),
  ),
} as const
