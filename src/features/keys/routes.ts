import { Type } from 'typebox'
import { type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import type { Actor, DistributorActor, Principal } from '../../shared/actor.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { actForPartner } from '../accounts/service.ts'
import { KEY_HEADERS } from './rules.ts'
import { CreatedKey, KeyList } from './schema.ts'
import { createKey, type KeyAccount, listAccountKeys, revokeKey, toPartnerKeyAccount } from './service.ts'

const tags = ['Keys']
const SLOT = /^[12]$/

/** The only differences between the two APIs in their routes for keys. */
export interface KeyRoutesOptions {
  inactive: ProblemCode
  /** Part of operation ids, as in `createKey` and `createDistributorKey`. */
  prefix: '' | 'Distributor'
  account: (request: { actor: Actor; distributor: DistributorActor }) => { author: Principal; account: KeyAccount }
}

export function keyRoutes(http: Http, app: App, { inactive, prefix, account }: KeyRoutesOptions): void {
  const header = prefix === '' ? KEY_HEADERS.partner : KEY_HEADERS.distributor
  http.get(
    '/keys',
    {
      schema: {
        operationId: `list${prefix}Keys`,
        summary: 'List your keys',
        description: `The active keys for the header ${header} by slot: their first and last characters, and when each was last used. The keys themselves cannot be read again.`,
        tags,
        response: { 200: KeyList, ...problems(inactive) },
      },
    },
    (request) => listAccountKeys(app, account(request).account),
  )

  http.post(
    '/keys',
    {
      config: { role: 'admin', strong: true },
      schema: {
        operationId: `create${prefix}Key`,
        summary: 'Create a key',
        description: `Creates a key for the header ${header} in the free slot. The full key is in this response only. An account has two slots.`,
        tags,
        response: { 201: CreatedKey, ...problems(inactive, 'MAX_KEYS', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const { author, account: owner } = account(request)
      return reply.code(201).send(await createKey(app, author, owner, {}, request.idempotency))
    },
  )

  http.delete(
    '/keys/:slot',
    {
      config: { role: 'admin', strong: true },
      schema: {
        operationId: `revoke${prefix}Key`,
        summary: 'Revoke a key',
        description: `From now on, the key is refused in the header ${header}. The only active key of the account cannot be revoked.`,
        tags,
        params: Type.Object({ slot: Type.String({ description: '1 or 2.' }) }),
        response: { 204: Type.Null(), ...problems(inactive, 'NOT_FOUND', 'LAST_KEY') },
      },
    },
    async (request, reply) => {
      const { author, account: owner } = account(request)
      const { slot } = request.params
      // Anything else is not a slot, and is not found, like an empty slot.
      await revokeKey(app, author, owner, SLOT.test(slot) ? Number(slot) : 0)
      return reply.code(204).send(null)
    },
  )
}

/** A distributor may list its partner's keys; only the partner creates and revokes them. */
export function partnersKeyRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/keys',
    {
      schema: {
        operationId: 'listPartnerKeys',
        summary: "List a partner's keys",
        description:
          'The active keys of one of your partners by slot: their first and last characters, and when each was last used.',
        tags,
        params: Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }) }),
        response: { 200: KeyList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request) => {
      const account = toPartnerKeyAccount(await actForPartner(app, request.distributor, request.params.id))
      const { keys } = await listAccountKeys(app, account)
      // Distributors must not see where the partner's programs run.
      return { keys: keys.map(({ lastUsedAddress: _, ...key }) => key) }
    },
  )
}
