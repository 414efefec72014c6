import type { PartnerAccount } from '../src/features/accounts/schema.ts'
import type { RunList } from '../src/features/assessments/schema.ts'
import type { AuditList } from '../src/features/audit/schema.ts'
import type { CustomerList } from '../src/features/customers/schema.ts'
import type { DistributorAccount, DistributorUsage } from '../src/features/distributors/schema.ts'
import type { EventKinds, EventList } from '../src/features/events/schema.ts'
import type { CreatedKey, KeyList } from '../src/features/keys/schema.ts'
import type { Confirmation, CurrentSession } from '../src/features/people/current-session/schema.ts'
import type {
  NewAuthenticator,
  OwnFactors,
  PasswordChange,
  RecoveryCodes,
  SessionList,
  SignInList,
} from '../src/features/people/me/schema.ts'
import type { Passkey } from '../src/features/people/passkeys/schema.ts'
import type { MicrosoftLink } from '../src/features/people/single-sign-on/schema.ts'
import type {
  FactorRule,
  InvitationShown,
  MemberChangeBody,
  NewInvitation,
  Team,
  TeamMemberShown,
} from '../src/features/people/team/schema.ts'
import type { DistributorHome, PartnerHome } from '../src/features/portal/home/schema.ts'
import type {
  DeliveryDetail,
  DeliveryList,
  Endpoint,
  FailureReasons,
  Replay,
  ReplayPreview,
} from '../src/features/webhooks/schema.ts'

/**
 * The paths that the client reads, relative to /portal/api, with the shape of each answer as JSON. `{account}` is `partner`
 * or `distributor`, by the account of the session; `:name` is a parameter. A test compares them with the server's routes.
 */
export interface Reads {
  '/session': Session
  '/me/factors': Json<OwnFactors>
  '/me/sessions': Json<SessionList>
  '/me/sign-ins': Json<SignInList>
  '/team': Json<Team>
  '/{account}/me': Json<PartnerAccount> | Json<DistributorAccount>
  '/partner/home': Json<PartnerHome>
  '/distributor/home': Json<DistributorHome>
  '/distributor/usage': Json<DistributorUsage>
  '/{account}/assessments': Json<RunList>
  '/{account}/customers': Json<CustomerList>
  '/{account}/events': Json<EventList>
  '/{account}/event-types': Json<EventKinds>
  '/{account}/audit': Json<AuditList>
  '/{account}/keys': Json<KeyList>
  '/{account}/webhooks': { webhooks: Json<Endpoint>[] }
  '/{account}/webhooks/:id': Json<Endpoint>
  '/{account}/deliveries': Json<DeliveryList>
  '/{account}/deliveries/reasons': Json<FailureReasons>
  '/{account}/deliveries/:delivery': Json<DeliveryDetail>
  '/{account}/replays': { replays: Json<Replay>[] }
}

/** The calls that change something: what each takes as its body, and answers with. */
export interface Changes {
  'DELETE /session': { body: undefined; answer: undefined }
  'POST /session/confirm': { body: Confirmation; answer: undefined }
  /** Answers with the PublicKeyCredentialRequestOptionsJSON of Web Authentication, a type that only browsers know. */
  'POST /session/confirm/passkey': { body: undefined; answer: unknown }
  'POST /session/account': { body: { account: string }; answer: { next: string } }
  'PUT /me/password': { body: PasswordChange; answer: undefined }
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
  'POST /{account}/keys': { body: undefined; answer: Json<CreatedKey> }
  'DELETE /{account}/keys/:slot': { body: undefined; answer: undefined }
  'POST /{account}/webhooks': { body: { url: string; events: string[] }; answer: NewSecret }
  'PATCH /{account}/webhooks/:id': { body: { url: string; events: string[] }; answer: Json<Endpoint> }
  'DELETE /{account}/webhooks/:id': { body: undefined; answer: undefined }
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

/** A webhook and its secret, which only this answer has. */
interface NewSecret {
  id: string
  secret: string
}

/** A type of the server as it arrives: dates are texts. */
export type Json<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Json<Item>[]
    : T extends object
      ? { [Key in keyof T]: Json<T[Key]> }
      : T

export type AccountKind = 'partner' | 'distributor'

/** The signed-in person, as `GET /session` answers. */
export type Session = Json<CurrentSession>

export type Account = Session['account']
