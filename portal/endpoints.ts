import type { PartnerAccount } from '../src/features/accounts/schema.ts'
import type { FindingList } from '../src/features/assessments/findings/schema.ts'
import type {
  ChangedFindings,
  FindingProgressChange,
  FindingProgressList,
} from '../src/features/assessments/remediation/schema.ts'
import type { NewAssessment, ProductList, QueuedRun, Run, RunList } from '../src/features/assessments/schema.ts'
import type { AuditList } from '../src/features/audit/schema.ts'
import type { CardState, InvoiceList, NextInvoice, PlanOverview } from '../src/features/billing/overview/schema.ts'
import type { PlanChangeResult, PlanPreview } from '../src/features/billing/schema.ts'
import type { Logo, ReportBrand, ReportBrandChange } from '../src/features/brands/schema.ts'
import type { ApprovalMails, ConsentLinks } from '../src/features/customers/consent/requests/schema.ts'
import type { ConsentLink } from '../src/features/customers/consent/schema.ts'
import type { Group, NewGroup } from '../src/features/customers/groups/schema.ts'
import type { ImportPreview, Workbook } from '../src/features/customers/imports/schema.ts'
import type { Preflight } from '../src/features/customers/preflight/schema.ts'
import type {
  BulkCustomers,
  ChangedCustomer,
  Customer,
  CustomerChange,
  CustomerList,
  CustomerWithRuns,
  NewCustomer,
} from '../src/features/customers/schema.ts'
import type { DistributorAccount, DistributorUsage } from '../src/features/distributors/schema.ts'
import type { EventKinds } from '../src/features/events/schema.ts'
import type {
  ExceptionChange,
  ExceptionList,
  NewException,
  RecordedException,
} from '../src/features/exceptions/schema.ts'
import type { CreatedKey, KeyList } from '../src/features/keys/schema.ts'
import type {
  ActivatedPartner,
  BulkPartners,
  CreatedPartner,
  NewPartner,
  SuspendedPartner,
} from '../src/features/partners/schema.ts'
import type { Confirmation, CurrentSession } from '../src/features/people/current-session/schema.ts'
import type {
  NewAuthenticator,
  OwnFactors,
  PasswordChange,
  RecoveryCodes,
  SessionList,
  SignInList,
} from '../src/features/people/me/schema.ts'
import type { NotificationChange, OwnNotifications } from '../src/features/people/notifications/schema.ts'
import type { OwnerInvited, PartnerPeople } from '../src/features/people/owners/schema.ts'
import type { Passkey } from '../src/features/people/passkeys/schema.ts'
import type { Preferences } from '../src/features/people/preferences/schema.ts'
import type { MicrosoftLink } from '../src/features/people/single-sign-on/schema.ts'
import type {
  FactorRule,
  InvitationShown,
  MemberChangeBody,
  NewInvitation,
  Team,
  TeamMemberShown,
} from '../src/features/people/team/schema.ts'
import type { NewVisit } from '../src/features/people/visits/schema.ts'
import type { MatchingApprovals, MatchingPreview } from '../src/features/portal/approvals/matching/schema.ts'
import type { ApprovalList } from '../src/features/portal/approvals/schema.ts'
import type { AuditLog } from '../src/features/portal/audit/schema.ts'
import type { DeletionEffects } from '../src/features/portal/customer/deletion/schema.ts'
import type { AskedPeople, CustomerOverview, RunningRuns } from '../src/features/portal/customer/schema.ts'
import type { EventLog } from '../src/features/portal/events/schema.ts'
import type { FixDetail, FixList, SharedChanges } from '../src/features/portal/fixes/schema.ts'
import type { DistributorHome, PartnerHome } from '../src/features/portal/home/schema.ts'
import type { PartnerShown, PartnersPreview, PartnersShown } from '../src/features/portal/partners/schema.ts'
import type { PartnersUsage } from '../src/features/portal/partners-usage/schema.ts'
import type { Assigned, Reminded, RunForecast, StartedRuns } from '../src/features/portal/portfolio/actions/schema.ts'
import type { PartnerUsage } from '../src/features/portal/usage/schema.ts'
import type { NewView, View, ViewList } from '../src/features/portal/views/schema.ts'
import type { NewAnswerBody, QuestionnaireView } from '../src/features/questionnaires/schema.ts'
import type { RunComparison } from '../src/features/reports/comparison/schema.ts'
import type { Quarters } from '../src/features/reports/quarterly/schema.ts'
import type { CreatedShareLink, NewCustomerShareLink, ShareLinkList } from '../src/features/reports/shares/schema.ts'
import type {
  NewSchedule,
  Schedule,
  ScheduleChange,
  ScheduleList,
  SchedulePreview,
} from '../src/features/schedules/schema.ts'
import type { StatementDetail, StatementList } from '../src/features/settlement/schema.ts'
import type {
  ChannelChange,
  DeliveryDetail,
  DeliveryList,
  Endpoint,
  FailureReasons,
  NewChannel,
  Replay,
  ReplayPreview,
} from '../src/features/webhooks/schema.ts'
import type { Portfolio } from '../src/shared/portal/portfolio.ts'
import type { ChangesAcross, ReadsAcross } from './endpoints/across-customers.ts'
import type { NewSecret, PlanTerms, PortfolioSelection } from './endpoints/bodies.ts'
import type { SignOnChanges, SignOnReads } from './endpoints/sign-on.ts'
import type { Json } from './json.ts'

export type { Json }

/**
 * The paths that the client reads, relative to /portal/api, with the shape of each answer as JSON. `{account}` is `partner`
 * or `distributor`, by the account of the session; `:name` is a parameter. A test compares them with the server's routes.
 */
export interface Reads extends ReadsAcross, SignOnReads {
  '/session': Session
  '/me/factors': Json<OwnFactors>
  '/me/sessions': Json<SessionList>
  '/me/sign-ins': Json<SignInList>
  '/me/notifications': OwnNotifications
  '/team': Json<Team>
  '/{account}/me': Json<PartnerAccount> | Json<DistributorAccount>
  '/partner/approvals': Json<ApprovalList>
  '/partner/home': Json<PartnerHome>
  '/partner/fixes': Json<FixList>
  '/partner/fixes/changes': Json<SharedChanges>
  '/partner/fixes/:id': Json<FixDetail>
  '/partner/me': Json<PartnerAccount>
  '/partner/brand': Json<ReportBrand>
  '/partner/portfolio': Portfolio
  '/partner/views': ViewList
  '/partner/products': Json<ProductList>
  '/partner/assessments/:id': Json<Run>
  '/partner/assessments/:id/comparison': Json<RunComparison>
  '/partner/assessments/:id/findings': Json<FindingList>
  '/partner/customers/:id': Json<CustomerWithRuns>
  '/partner/customers/:id/asked': Json<AskedPeople>
  '/partner/customers/:id/deletion-effects': DeletionEffects
  '/partner/customers/:id/exceptions': Json<ExceptionList>
  '/partner/customers/:id/findings/progress': Json<FindingProgressList>
  '/partner/customers/:id/questionnaires/:product': Json<QuestionnaireView>
  '/partner/customers/:id/report-links': Json<ShareLinkList>
  '/partner/customers/:id/overview': Json<CustomerOverview>
  '/partner/customers/:id/quarters': Quarters
  '/partner/running-runs': Json<RunningRuns>
  '/partner/schedules': Json<ScheduleList>
  '/partner/usage': Json<PartnerUsage>
  '/partner/billing': Json<PlanOverview>
  '/partner/billing/invoices': Json<InvoiceList>
  '/partner/billing/card': Json<CardState>
  '/partner/billing/next-invoice': Json<NextInvoice>
  '/distributor/home': Json<DistributorHome>
  '/distributor/usage': Json<DistributorUsage>
  '/distributor/usage/partners': Json<PartnersUsage>
  '/distributor/portfolio': Json<PartnersShown>
  '/distributor/partners/:id/overview': Json<PartnerShown>
  '/distributor/partners/:id/people': Json<PartnerPeople>
  '/distributor/partners/:id/keys': Json<KeyList>
  '/distributor/partners/:id/audit': Json<AuditLog>
  '/distributor/settlements': Json<StatementList>
  '/distributor/settlements/:id': Json<StatementDetail>
  '/{account}/assessments': Json<RunList>
  '/{account}/customers': Json<CustomerList>
  '/{account}/events/log': Json<EventLog>
  '/{account}/event-types': Json<EventKinds>
  '/{account}/audit': Json<AuditList>
  '/{account}/audit/log': Json<AuditLog>
  '/{account}/keys': Json<KeyList>
  '/{account}/webhooks': { webhooks: Json<Endpoint>[] }
  '/{account}/webhooks/:id': Json<Endpoint>
  '/{account}/deliveries': Json<DeliveryList>
  '/{account}/deliveries/reasons': Json<FailureReasons>
  '/{account}/deliveries/:delivery': Json<DeliveryDetail>
  '/{account}/replays': { replays: Json<Replay>[] }
}

/** The calls that change something: what each takes as its body, and answers with. */
export interface Changes extends ChangesAcross, SignOnChanges {
  'DELETE /session': { body: undefined; answer: undefined }
  'DELETE /session/visit': { body: undefined; answer: { next: string } }
  'POST /session/confirm': { body: Confirmation; answer: undefined }
  /** Answers with the PublicKeyCredentialRequestOptionsJSON of Web Authentication, a type that only browsers know. */
  'POST /session/confirm/passkey': { body: undefined; answer: unknown }
  'POST /session/account': { body: { account: string }; answer: { next: string } }
  'PUT /me/password': { body: PasswordChange; answer: undefined }
  'PUT /me/preferences': { body: Preferences; answer: undefined }
  'PUT /me/notifications': { body: NotificationChange; answer: OwnNotifications }
  'DELETE /me/sessions': { body: undefined; answer: { ended: number } }
  'DELETE /me/sessions/:id': { body: undefined; answer: undefined }
  /** Answers with the PublicKeyCredentialCreationOptionsJSON of Web Authentication. */
  'POST /me/factors/passkeys/options': { body: undefined; answer: unknown }
  'POST /me/factors/passkeys': { body: { name: string; response: unknown }; answer: Json<Passkey> }
  'PATCH /me/factors/passkeys/:id': { body: { name: string }; answer: Json<Passkey> }
  'DELETE /me/factors/passkeys/:id': { body: undefined; answer: undefined }
  'POST /me/factors/totp': { body: undefined; answer: NewAuthenticator }
  'POST /me/factors/totp/confirm': { body: { code: string }; answer: undefined }
  'DELETE /me/factors/totp': { body: undefined; answer: undefined }
  'POST /me/factors/recovery-codes': { body: undefined; answer: RecoveryCodes }
  'POST /me/factors/microsoft': { body: undefined; answer: MicrosoftLink }
  'DELETE /me/factors/microsoft/:id': { body: undefined; answer: undefined }
  'POST /team/invitations': { body: NewInvitation; answer: Json<InvitationShown> }
  'POST /team/invitations/:id/resend': { body: undefined; answer: Json<InvitationShown> }
  'DELETE /team/invitations/:id': { body: undefined; answer: undefined }
  'PUT /team/factor-rule': { body: FactorRule; answer: undefined }
  'PATCH /team/people/:id': { body: MemberChangeBody; answer: Json<TeamMemberShown> }
  'DELETE /team/people/:id': { body: undefined; answer: undefined }
  'POST /team/people/:id/reset-factor': { body: undefined; answer: undefined }
  'POST /partner/approvals/links': { body: { customerIds: string[] }; answer: Json<ConsentLinks> }
  'POST /partner/approvals/mails': { body: { customerIds: string[] }; answer: ApprovalMails }
  'POST /partner/approvals/matching/links': { body: MatchingApprovals; answer: Json<ConsentLinks> }
  'POST /partner/approvals/matching/mails': { body: MatchingApprovals; answer: ApprovalMails }
  'POST /partner/approvals/matching/preview': { body: MatchingApprovals; answer: MatchingPreview }
  'POST /partner/customers/bulk': { body: { customers: unknown[] }; answer: Json<BulkCustomers> }
  'POST /partner/customers/import/preview': { body: { customers: unknown[] }; answer: ImportPreview }
  'POST /partner/customers/import/workbook': { body: { data: string }; answer: Workbook }
  'POST /partner/assessments': { body: NewAssessment; answer: Json<QueuedRun> }
  'POST /partner/assessments/:id/cancel': { body: undefined; answer: unknown }
  'POST /partner/customers/:id/consent-link': { body: undefined; answer: Json<ConsentLink> }
  /** Reads the tenant itself, so only a person starts it; it is never repeated in the background. */
  'GET /partner/customers/:id/preflight': { body: undefined; answer: Json<Preflight> }
  'POST /partner/customers/:id/exceptions': { body: NewException; answer: Json<RecordedException> }
  'PUT /partner/customers/:id/exceptions/:exceptionId': { body: ExceptionChange; answer: Json<RecordedException> }
  'DELETE /partner/customers/:id/exceptions/:exceptionId': { body: undefined; answer: undefined }
  'POST /partner/customers/:id/report-links': { body: NewCustomerShareLink; answer: Json<CreatedShareLink> }
  'DELETE /partner/customers/:id/report-links/:linkId': { body: undefined; answer: undefined }
  'PUT /partner/customers/:id/questionnaires/:product': {
    body: { answers: NewAnswerBody[] }
    answer: Json<QuestionnaireView>
  }
  'PUT /partner/customers/:id/findings/progress': { body: FindingProgressChange; answer: Json<ChangedFindings> }
  'PUT /partner/brand': { body: ReportBrandChange; answer: Json<ReportBrand> }
  'POST /partner/brand/logo': { body: Logo; answer: Logo }
  'POST /partner/customers': { body: NewCustomer; answer: Json<Customer> }
  'PUT /partner/customers/:id': { body: CustomerChange; answer: Json<ChangedCustomer> }
  'DELETE /partner/customers/:id': { body: undefined; answer: undefined }
  'POST /partner/portfolio/runs/preview': { body: PortfolioSelection; answer: RunForecast }
  'POST /partner/portfolio/runs': { body: PortfolioSelection; answer: StartedRuns }
  'POST /partner/portfolio/reminders': { body: PortfolioSelection; answer: Reminded }
  'POST /partner/portfolio/groups': {
    body: PortfolioSelection & { groupId: string; change: 'add' | 'remove' }
    answer: Assigned
  }
  'POST /partner/groups': { body: NewGroup; answer: Group }
  'PUT /partner/groups/:id': { body: NewGroup; answer: Group }
  'DELETE /partner/groups/:id': { body: undefined; answer: undefined }
  'POST /partner/views': { body: NewView; answer: View }
  'DELETE /partner/views/:id': { body: undefined; answer: undefined }
  'POST /partner/plan': { body: PlanTerms; answer: Json<PlanChangeResult> }
  'POST /partner/plan/preview': { body: PlanTerms; answer: Json<PlanPreview> }
  'POST /partner/schedules': { body: NewSchedule; answer: Json<Schedule> }
  'POST /partner/schedules/preview': { body: NewSchedule; answer: Json<SchedulePreview> }
  'PUT /partner/schedules/:id': { body: ScheduleChange; answer: Json<Schedule> }
  'DELETE /partner/schedules/:id': { body: undefined; answer: undefined }
  'POST /partner/schedules/:id/pause': { body: undefined; answer: Json<Schedule> }
  'POST /partner/schedules/:id/resume': { body: undefined; answer: Json<Schedule> }
  'POST /partner/billing/card-page': { body: undefined; answer: { url: string } }
  'POST /partner/billing/address-page': { body: undefined; answer: { url: string } }
  'POST /distributor/partners': { body: NewPartner; answer: Json<CreatedPartner> }
  'POST /distributor/partners/bulk': { body: { partners: unknown[] }; answer: Json<BulkPartners> }
  'POST /distributor/partners/preview': { body: { partners: unknown[] }; answer: Json<PartnersPreview> }
  'POST /distributor/partners/:id/activate': { body: undefined; answer: Json<ActivatedPartner> }
  'POST /distributor/partners/:id/suspend': { body: undefined; answer: Json<SuspendedPartner> }
  'POST /distributor/partners/:id/invite': { body: undefined; answer: { email: string } }
  'POST /distributor/partners/:id/invite-owner': { body: undefined; answer: OwnerInvited }
  'POST /distributor/partners/:id/plan': { body: { plan: string }; answer: Json<PlanChangeResult> }
  'POST /distributor/partners/:id/plan/preview': { body: { plan: string }; answer: Json<PlanPreview> }
  'POST /distributor/partners/:id/visits': { body: NewVisit; answer: { next: string } }
  'POST /{account}/keys': { body: undefined; answer: Json<CreatedKey> }
  'DELETE /{account}/keys/:slot': { body: undefined; answer: undefined }
  'POST /{account}/webhooks': { body: { url: string; events: string[] }; answer: NewSecret }
  'PATCH /{account}/webhooks/:id': { body: { url: string; events: string[] }; answer: Json<Endpoint> }
  'DELETE /{account}/webhooks/:id': { body: undefined; answer: undefined }
  'POST /{account}/channels': { body: NewChannel; answer: { id: string } }
  'PATCH /{account}/channels/:id': { body: ChannelChange; answer: Json<Endpoint> }
  'POST /{account}/webhooks/:id/pause': { body: { hours: number }; answer: Json<Endpoint> }
  'POST /{account}/webhooks/:id/resume': { body: undefined; answer: Json<Endpoint> }
  'POST /{account}/webhooks/:id/test': { body: undefined; answer: { id: number } }
  'POST /{account}/webhooks/:id/rotate': { body: Record<string, never>; answer: NewSecret }
  'POST /{account}/webhooks/:id/rotate/finish': { body: undefined; answer: { id: string; previousUntil: string } }
  'POST /{account}/deliveries/:delivery/replay': { body: undefined; answer: { id: number } }
  'POST /{account}/replays/preview': { body: Record<string, string | number>; answer: ReplayPreview }
  'POST /{account}/replays': { body: Record<string, string | number>; answer: Json<Replay> }
  'POST /{account}/replays/:replay/stop': { body: undefined; answer: Json<Replay> }
}

export type AccountKind = 'partner' | 'distributor'

/** The signed-in person, as `GET /session` answers. */
export type Session = Json<CurrentSession>
