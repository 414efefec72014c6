import type { IDToken } from 'openid-client'
import { fields, text, texts } from '../../shared/json.ts'
import { ProviderFailure } from './failure.ts'

/** The person whom a verified id token identifies. */
export interface ProviderIdentity {
  /** Identifies the person, but only at this provider. */
  subject: string
  email?: string
  /** Whether the provider states that the address is the person's. */
  isEmailVerified: boolean
  /** The display name of the account: address or user name, as received. */
  name: string
  /** How the person signed in, by the claims `amr` and `acr`. */
  methods: string[]
  context?: string
}

/** The hosts of issuers of Microsoft. */
const MICROSOFT_HOSTS = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn']

const MAX_SUBJECT_CHARACTERS = 255

/** Throws ProviderFailure if the token does not identify a person. */
export function toIdentity(claims: IDToken): ProviderIdentity {
  const { sub: subject } = claims
  // PostgreSQL refuses NUL bytes.
  if (subject === '' || subject.length > MAX_SUBJECT_CHARACTERS || subject.includes('\0'))
    throw new ProviderFailure('NOT_PROVEN', 'The id token does not identify a person.')
  const [email, context] = [text(claims.email), text(claims.acr)]
  return {
    subject,
    ...(email !== undefined && { email }),
    isEmailVerified: isEmailVerified(claims),
    name: toName(email ?? text(claims.preferred_username) ?? text(claims.name)),
    methods: texts(claims.amr),
    ...(context !== undefined && { context }),
  }
}

/**
 * Microsoft has no `email_verified`, but states in `xms_edov` that the owner of the domain is verified. Source:
 * "Optional claims reference".
 */
function isEmailVerified({ iss, email_verified: verified, ...claims }: IDToken): boolean {
  if (!MICROSOFT_HOSTS.includes(new URL(iss).hostname)) return verified === true
  return [true, 1, '1', 'true'].some((value) => fields(claims).xms_edov === value)
}

const MAX_NAME_CHARACTERS = 200

/** Shortens a name, and removes invisible characters. */
const toName = (name: string | undefined): string =>
  (name ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_NAME_CHARACTERS) || 'Unnamed account'
