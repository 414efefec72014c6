import type { App } from '../../../../app.ts'
import { writeAside } from '../../../../platform/database/aside.ts'
import type { Principal, Provisioner } from '../../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../../shared/crypto/tokens.ts'
import { newId, requireId } from '../../../../shared/ids.ts'
import { Problem } from '../../../../shared/problem.ts'
import { recordChanges } from '../../../audit/service.ts'
import { ownerColumnsOf, type PeopleAccount, type PersonActor, toPeopleAccount } from '../../rules.ts'
import { requireActiveAccount } from '../../service.ts'
import type { CreatedToken, TokenList } from './schema.ts'
import { deleteTokenRow, findToken, insertToken, listTokenRows, updateTokenUsed } from './store.ts'

/** Enough to replace one after the other. */
const MAX_TOKENS = 5

/** Tells a token from other secrets, to people and to scanners. */
const MARK = 'plumbline_scim_'

/** The age at which the last use is written again, so that not every call writes. */
const USED_GRAIN_MS = 60_000

/** The tokens of an account, oldest first. */
export async function listTokens(app: App, account: PeopleAccount): Promise<TokenList['tokens']> {
  const rows = await listTokenRows(app.db, account)
  return rows.map(({ lastUsedAt, ...row }) => ({ ...row, ...(lastUsedAt && { lastUsedAt }) }))
}

/** Creates a token, which only this answer has. Throws LIMIT_REACHED, PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE. */
export async function createToken(app: App, { session, author }: PersonActor, name: string): Promise<CreatedToken> {
  const account = toPeopleAccount(session)
  const id = newId('scim')
  const token = MARK + newToken()
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    // Concurrent calls wait here, so that they count each other's tokens.
    await requireActiveAccount(tx, account)
    if ((await listTokenRows(tx, account)).length >= MAX_TOKENS)
      throw new Problem('LIMIT_REACHED', { message: `An account can have ${MAX_TOKENS} tokens: revoke one first.` })
    await insertToken(tx, { id, ...ownerColumnsOf(account), name, hash: hashToken(token), created_at: at })
    await recordChanges(tx, author, at, [
      { action: 'provisioning.token_created', subject: id, owner: account.owner, after: { name } },
    ])
  })
  return { id, token }
}

/** Revokes a token: its next call is refused. Throws NOT_FOUND. */
export async function revokeToken(app: App, { session, author }: PersonActor, id: string): Promise<void> {
  requireId('scim', id)
  const account = toPeopleAccount(session)
  await app.db.transaction().execute(async (tx) => {
    const name = await deleteTokenRow(tx, account, id)
    if (name === undefined) throw new Problem('NOT_FOUND')
    await recordChanges(tx, author, app.now(), [
      { action: 'provisioning.token_revoked', subject: id, owner: account.owner, before: { name } },
    ])
  })
}

const INACTIVE = { partner: 'PARTNER_INACTIVE', distributor: 'DISTRIBUTOR_INACTIVE' } as const

/** The owner of a token, in one statement. Undefined for unknown tokens; throws if the account is not active. */
export async function findProvisioner(
  app: App,
  token: string,
  origin: Pick<Principal, 'address' | 'requestId'>,
): Promise<Provisioner | undefined> {
  if (!token.startsWith(MARK) || !isToken(token.slice(MARK.length))) return undefined
  const row = await findToken(app.db, hashToken(token))
  if (!row) return undefined
  const { id, partnerId, distributorId, partnerDistributorId, lastUsedAt, status } = row
  const kind = partnerId === null ? 'distributor' : 'partner'
  if (status !== 'active') throw new Problem(INACTIVE[kind])
  const now = app.now()
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > USED_GRAIN_MS)
    await writeAside(
      app.db,
      () => updateTokenUsed(app.db, id, now),
      (error) => app.log.warn({ event: 'token.last-use.failed', error }, 'the last use of a token was not stored'),
    )
  const owner = { partnerId, distributorId: partnerId === null ? distributorId : partnerDistributorId }
  return {
    account: { kind, id: partnerId ?? distributorId ?? '', owner },
    author: { kind: 'system', id, ...origin },
  }
}
