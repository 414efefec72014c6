import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { MAX_RESPONSE_BYTES } from '../../passkeys/rules.ts'
import { PasskeyResponse } from '../../passkeys/schema.ts'
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_PATH } from '../../passkeys/script.ts'
import { startPasskeySignIn } from '../../passkeys/service.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../../sessions/rules.ts'
import { requireBrowserSecret } from '../browser-secret.ts'
import { toOwnPath } from '../rules.ts'
import { completePasskeySignIn } from './service.ts'

const SignedChallenge = Type.Object({ response: PasskeyResponse, next: Type.Optional(Type.String()) })

/** What the script of the sign-in pages calls. Register in a scope that reads cookies, and takes changes of our own pages alone. */
export function passkeySignInRoutes(http: Http, app: App): void {
  http.get(PASSKEY_SCRIPT_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(PASSKEY_SCRIPT),
  )

  http.post('/sign-in/passkey/options', { schema: { hide: true } }, async (request, reply) =>
    startPasskeySignIn(app, requireBrowserSecret(request, reply)),
  )

  http.post(
    '/sign-in/passkey',
    { schema: { hide: true, body: SignedChallenge }, bodyLimit: MAX_RESPONSE_BYTES, config: { isTry: true } },
    async (request, reply) => {
      const { response, next } = request.body
      const secret = requireBrowserSecret(request, reply)
      const { ip: address, id: requestId, headers, cookies } = request
      const session = cookies[SESSION_COOKIE]
      const browser = { address, requestId, agent: headers['user-agent'], session }
      const token = await completePasskeySignIn(app, { response, secret }, browser)
      reply.setCookie(SESSION_COOKIE, token, SESSION_COOKIE_OPTIONS)
      return { next: toOwnPath(next) }
    },
  )
}
