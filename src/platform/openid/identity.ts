import type { IDToken } from 'openid-client'
import { fields, text, texts } from '../../shared/json.ts'
import { ProviderFailure } from './failure.ts'

/** Whom a verified id token names. */
export interface ProviderIdentity {
  /** Identifies the person at this provider, and nowhere else. */
  subject: string
  email?: string
  /** Whether the provider states that the address is the person's. */
  isEmailVerified: boolean
  /** What to call the account: address or user name, as received. */
  name: string
  /** How the person signed in, by the claims `amr` and `acr`. */
  methods: string[]
  context?: string
}

/** The hosts of issuers of Microsoft. */
const MICROSOFT_HOSTS = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn']

const MAX_SUBJECT_CHARACTERS = 255

/** Throws ProviderFailure if the token names nobody. */
export function toIdentity(claims: IDToken): ProviderIdentity {
  const { sub: subject } = claims
  // PostgreSQL refuses NUL bytes.
  if (subject === '' || subject.length > MAX_SUBJECT_CHARACTERS || subject.includes('\0'))
    throw new ProviderFailure('NOT_PROVEN', 'The id token names no person.')
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
 * Microsoft states in `xms_edov` that the domain's owner is verified, and has no `email_verified`. Source: "Optional claims reference".
 */
function isEmailVerified({ iss, email_verified: verified, ...claims }: IDToken): boolean {
  if (!MICROSOFT_HOSTS.includes(new URL(iss).hostname)) return verified === true
  return [true, 1, '1', 'true'].some((value) => fields(claims).xms_edov === value)
}

const MAX_NAME_CHARACTERS = 200

/** Shortened, without characters that are not shown. */
const toName = (name: string | undefined): string =>
  (name ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_NAME_CHARACTERS) || 'Unnamed account'
