import assert from 'node:assert/strict'
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { localCertificate } from '../../src/platform/certificates.ts'
import { required } from '../harness/database.ts'

/** A server with any number of OpenID Connect providers: each path below it is an issuer. */

export const CLIENT = { clientId: 'plumbline at the provider', clientSecret: 'a secret: of the provider' }

/** The claims of an id token, in addition to those that all have. */
export type Claims = Record<string, unknown> & { sub: string }

export type Fault = 'nonce' | 'audience' | 'issuer' | 'signature' | 'expired' | 'unsigned' | 'no-token' | 'broken'

export interface TestProvider extends AsyncDisposable {
  issuerOf(name: string): string
  /** The fault of the id tokens of the next sign-ins. */
  fault: Fault | undefined
  /** The person who is signed in at once when a browser opens the provider's page. */
  present: Claims | undefined
  /** Requests to the token endpoints. */
  tokenRequests: { authorization: string | undefined; body: URLSearchParams }[]
  /** The path to which the browser returns after it opened this address and the person signed in. */
  signIn(url: string, claims: Claims): string
  /** Like `signIn`, after the provider refused the sign-in. */
  refuse(url: string): string
}

/** A path of our service, with the origin to which this address redirects back. */
const backTo = (url: string, path: string): string =>
  new URL(path, new URL(url).searchParams.get('redirect_uri') ?? '').href

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startProvider(now: () => Date = () => new Date()): Promise<TestProvider> {
  const { cert, key } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { query: URLSearchParams; issuer: string; claims: Claims }>()
  const server = createServer({ cert, key }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const address = server.address()
  const origin = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, href } = new URL(request.url ?? '', origin)
    const [, name = '', ...rest] = pathname.split('/')
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    switch (rest.join('/')) {
      case '.well-known/openid-configuration':
        return send(200, metadataOf(name))
      case 'keys':
        return send(200, {
          keys: [{ ...ours.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        })
      case 'token': {
        const body = new URLSearchParams(await text(request))
        provider.tokenRequests.push({ authorization: request.headers.authorization, body })
        if (provider.fault === 'broken') return send(500, {})
        const known = codes.get(body.get('code') ?? '')
        codes.delete(body.get('code') ?? '')
        const challenge = createHash('sha256')
          .update(body.get('code_verifier') ?? '')
          .digest('base64url')
        const isRight =
          known?.issuer === provider.issuerOf(name) &&
          known.query.get('code_challenge') === challenge &&
          known.query.get('redirect_uri') === body.get('redirect_uri')
        if (!known || !isRight) return send(400, { error: 'invalid_grant' })
        return send(200, {
          access_token: 'unused',
          token_type: 'Bearer',
          ...(provider.fault !== 'no-token' && { id_token: tokenOf(known) }),
        })
      }
      case 'authorize': {
        const location = provider.present && backTo(href, provider.signIn(href, provider.present))
        response.writeHead(location === undefined ? 403 : 302, { ...(location && { location }) }).end()
        return
      }
      default:
        return send(404, {})
    }
  }

  const metadataOf = (name: string) => ({
    issuer: name === 'many' ? `${origin}/{tenantid}` : `${origin}/${name === 'alias' ? 'acme' : name}`,
    authorization_endpoint: `${name === 'plain' ? 'http://localhost' : `${origin}/${name}`}/authorize`,
    token_endpoint: `${origin}/${name}/token`,
    jwks_uri: `${origin}/${name}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...(name === 'post' && { token_endpoint_auth_methods_supported: ['client_secret_post'] }),
  })

  function tokenOf({ query, issuer, claims }: { query: URLSearchParams; issuer: string; claims: Claims }): string {
    const { fault } = provider
    const atS = Math.floor(now().getTime() / 1000)
    const header = fault === 'unsigned' ? { alg: 'none' } : { alg: 'RS256', kid: 'one' }
    const payload = {
      iss: fault === 'issuer' ? provider.issuerOf('another') : issuer,
      aud: fault === 'audience' ? 'another client' : CLIENT.clientId,
      iat: atS - (fault === 'expired' ? 7_200 : 0),
      exp: atS + (fault === 'expired' ? -3_600 : 300),
      nonce: fault === 'nonce' ? 'another' : query.get('nonce'),
      ...claims,
    }
    const signed = `${encode(header)}.${encode(payload)}`
    if (fault === 'unsigned') return `${signed}.`
    const { privateKey } = fault === 'signature' ? others : ours
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`
  }

  /** The path of a redirect with these parameters. */
  const back = (url: string, parameters: (query: URLSearchParams) => Record<string, string>): string => {
    const { searchParams: query } = new URL(url)
    const target = new URL(query.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries(parameters(query))) target.searchParams.set(name, value)
    return target.pathname + target.search
  }

  const provider: TestProvider = {
    issuerOf: (name) => `${origin}/${name}`,
    fault: undefined,
    present: undefined,
    tokenRequests: [],
    signIn(url, claims) {
      const { origin: asked, pathname, searchParams } = new URL(url)
      assert.equal(asked, origin)
      assert.equal(searchParams.get('client_id'), CLIENT.clientId)
      assert.equal(searchParams.get('code_challenge_method'), 'S256')
      return back(url, (query) => {
        const code = randomBytes(16).toString('hex')
        codes.set(code, { query, issuer: `${origin}/${pathname.split('/')[1]}`, claims })
        return { code, state: query.get('state') ?? '' }
      })
    },
    refuse: (url) => back(url, (query) => ({ error: 'access_denied', state: query.get('state') ?? '' })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  return provider
}
