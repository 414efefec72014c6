import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fields, text, texts } from '../../shared/json.ts'
import { guidOf } from '../content/primitives/random.ts'
import type { Recipe } from '../tenants/recipes.ts'

export const TOKEN_LIFETIME_SECONDS = 3_599
const AUDIENCE = 'https://graph.microsoft.com'

interface Claims {
  tenantId: string
  roles: readonly string[]
}

export interface Tokens {
  issue(recipe: Recipe, clientId: string, now: Date): string
  /** The claims; undefined if the token is not ours, not for Graph, or expired. */
  verify(token: string, now: Date): Claims | undefined
}

/** Access tokens signed with a key of this process. */
export function createTokens(): Tokens {
  const key = randomBytes(32)
  const sign = (signed: string): Buffer => createHmac('sha256', key).update(signed).digest()

  function issue(recipe: Recipe, clientId: string, now: Date): string {
    const seconds = Math.floor(now.getTime() / 1_000)
    const principal = guidOf(recipe.tenantId, 'principal', clientId)
    const signed = [
      { typ: 'JWT', alg: 'HS256' },
      {
        aud: AUDIENCE,
        iss: `https://sts.windows.net/${recipe.tenantId}/`,
        iat: seconds,
        nbf: seconds,
        exp: seconds + TOKEN_LIFETIME_SECONDS,
        appid: clientId,
        appidacr: '1',
        idtyp: 'app',
        oid: principal,
        sub: principal,
        tid: recipe.tenantId,
        roles: recipe.permissions,
        ver: '1.0',
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${sign(signed).toString('base64url')}`
  }

  function verify(token: string, now: Date): Claims | undefined {
    const [header, payload, signature, ...rest] = token.split('.')
    if (!header || !payload || !signature || rest.length > 0) return undefined
    const given = Buffer.from(signature, 'base64url')
    const expected = sign(`${header}.${payload}`)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const claims = fields(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    const isExpired = typeof claims.exp !== 'number' || claims.exp * 1_000 <= now.getTime()
    const tenantId = text(claims.tid)
    if (isExpired || claims.aud !== AUDIENCE || tenantId === undefined) return undefined
    return { tenantId, roles: texts(claims.roles) }
  }

  return { issue, verify }
}
