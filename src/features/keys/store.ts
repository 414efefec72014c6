import { type Insertable, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { joinLookups } from '../../platform/database/joined/lookups.ts'
import { prepare } from '../../platform/database/statement.ts'
import type { AccountStatus, ApiKeys, DB } from '../../platform/database/tables.gen.ts'
import { countWhile, type RateCount, rateJoin } from '../../platform/rates/windows.ts'
import type { KeyKind } from '../../shared/crypto/keys.ts'
import { type LiveKind, PORTAL_CHANNEL } from '../../shared/portal/messages.ts'

export type KeyRow = Selectable<ApiKeys>

const OWNER_COLUMN = { partner: 'partner_id', distributor: 'distributor_id' } as const satisfies Record<KeyKind, string>

export async function insertKey(tx: Connection, row: Insertable<ApiKeys>): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

export interface KeyUse {
  hash: Buffer
  at: Date
  address: string | null
}

/** Skips keys that another statement is updating: it stores a use of the same moment, and waiting for it could deadlock. */
const storeUses = prepare<{ hashes: Buffer[]; at: Date[]; addresses: (string | null)[]; kind: LiveKind }>()(
  (_, param) => sql<Record<never, never>>`
    with asked as (
      select * from unnest(${param('hashes')}::bytea[], ${param('at')}::timestamptz[], ${param('addresses')}::text[])
        as asked(hash, at, address)),
    free as (
      select key.hash from api_keys as key where key.hash in (select hash from asked) for no key update skip locked),
    used as (
      update api_keys as key set last_used_at = asked.at, last_used_address = asked.address
      from asked join free using (hash) where key.hash = asked.hash
      returning key.partner_id, key.distributor_id, key.slot)
    select count(pg_notify(${PORTAL_CHANNEL}, json_build_object('kind', ${param('kind')}::text,
      'accounts', json_build_array(coalesce(partner_id, distributor_id)), 'id', slot::text)::text))
    from used`,
)

/** Also notifies open pages of the portal, in the same statement. */
export async function updateKeysLastUsed(db: Connection, uses: readonly KeyUse[]): Promise<void> {
  await storeUses(db, {
    hashes: uses.map(({ hash }) => hash),
    at: uses.map(({ at }) => at),
    addresses: uses.map(({ address }) => address),
    kind: 'key.used',
  })
}

/** Locks the account, so that changes of its keys run one after the other, and returns its status. */
export async function lockKeyOwner(
  tx: Connection,
  kind: KeyKind,
  accountId: string,
): Promise<AccountStatus | undefined> {
  const row = await tx
    .selectFrom(kind === 'partner' ? 'partners' : 'distributors')
    .select('status')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status
}

/** Keys that are not revoked, by slot, including expired ones. */
export async function listKeys(db: Connection, kind: KeyKind, accountId: string): Promise<KeyRow[]> {
  return await db
    .selectFrom('api_keys')
    .selectAll()
    .where(OWNER_COLUMN[kind], '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('slot')
    .execute()
}

/** Accounts with keys that have expired but are not revoked yet. */
export async function listExpiredOwners(db: Connection, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.coalesce('partner_id', 'distributor_id').as('id'))
    .distinct()
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', at)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

export async function updateKeysRevoked(
  tx: Connection,
  hashes: readonly Buffer[],
  at: Date,
  reason: NonNullable<KeyRow['revoked_reason']>,
): Promise<void> {
  await tx.updateTable('api_keys').set({ revoked_at: at, revoked_reason: reason }).where('hash', 'in', hashes).execute()
}

/** Everything that is asked for at the same time, as one array for each of its parts. */
interface AskedKeys extends Record<string, unknown> {
  hashes: Buffer[]
}

interface CountedKeys extends AskedKeys {
  limits: number[]
  nowMs: number[]
}

const selectPartnerKeys = prepare<AskedKeys>()((db, param) =>
  partnerKeys(db)
    .innerJoin(askedKeys(param('hashes')), 'asked.hash', 'key.hash')
    .select('asked.position'),
)

const countPartnerKeys = prepare<CountedKeys>()((db, param) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      (builder) =>
        partnerKeys(builder).innerJoin(countedKeys(param), 'asked.hash', 'key.hash').select(COUNTED).orderBy('rateKey'),
    )
    .selectFrom('found')
    .leftJoinLateral(rateJoin('found').as('rate'), (join) => join.onTrue())
    .selectAll('found')
    .select(WINDOW),
)

const selectDistributorKeys = prepare<AskedKeys>()((db, param) =>
  distributorKeys(db)
    .innerJoin(askedKeys(param('hashes')), 'asked.hash', 'key.hash')
    .select('asked.position'),
)

const countDistributorKeys = prepare<CountedKeys>()((db, param) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      (builder) =>
        distributorKeys(builder)
          .innerJoin(countedKeys(param), 'asked.hash', 'key.hash')
          .select(COUNTED)
          .orderBy('rateKey'),
    )
    .selectFrom('found')
    .leftJoinLateral(rateJoin('found').as('rate'), (join) => join.onTrue())
    .selectAll('found')
    .select(WINDOW),
)

const askedKeys = (hashes: RawBuilder<Buffer[]>) =>
  sql<{ hash: Buffer; position: number }>`unnest(${hashes}::bytea[]) with ordinality`.as<'asked'>(
    sql`asked(hash, position)`,
  )

const countedKeys = (param: <N extends keyof CountedKeys>(name: N) => RawBuilder<CountedKeys[N]>) =>
  sql<{ hash: Buffer; limit: number; nowMs: number; position: number }>`
    unnest(${param('hashes')}::bytea[], ${param('limits')}::int[], ${param('nowMs')}::bigint[]) with ordinality`.as<'asked'>(
    sql`asked(hash, "limit", "nowMs", position)`,
  )

const COUNTED = [
  sql<string>`encode(key.hash, 'base64')`.as('rateKey'),
  'asked.limit',
  'asked.nowMs',
  'asked.position',
] as const
const WINDOW = ['rate.allowed', 'rate.total', 'rate.oldest'] as const

const partnerKeys = (db: QueryCreator<DB>) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('partners as partner', 'partner.id', 'key.partner_id')
    .leftJoin('subscriptions as subscription', 'subscription.partner_id', 'partner.id')
    .select([
      'partner.id as partnerId',
      'partner.distributor_id as distributorId',
      'partner.plan',
      'partner.status',
      'subscription.status as subscriptionStatus',
      'key.expires_at as expiresAt',
      'key.revoked_at as revokedAt',
      'key.revoked_reason as revokedReason',
      'key.last_used_at as lastUsedAt',
    ])

const distributorKeys = (db: QueryCreator<DB>) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('distributors as distributor', 'distributor.id', 'key.distributor_id')
    .select([
      'distributor.id as distributorId',
      'distributor.status',
      'key.expires_at as expiresAt',
      'key.revoked_at as revokedAt',
      'key.revoked_reason as revokedReason',
      'key.last_used_at as lastUsedAt',
    ])

const findPlainPartnerKey = joinLookups((db, hashes: readonly Buffer[]) =>
  selectPartnerKeys(db, { hashes: [...hashes] }),
)
const findCountedPartnerKey = joinLookups((db, asks: readonly CountedKey[]) => countPartnerKeys(db, toArrays(asks)))
const findPlainDistributorKey = joinLookups((db, hashes: readonly Buffer[]) =>
  selectDistributorKeys(db, { hashes: [...hashes] }),
)
const findCountedDistributorKey = joinLookups((db, asks: readonly CountedKey[]) =>
  countDistributorKeys(db, toArrays(asks)),
)

interface CountedKey {
  hash: Buffer
  limit: number
  nowMs: number
}

const toArrays = (asks: readonly CountedKey[]): CountedKeys => ({
  hashes: asks.map(({ hash }) => hash),
  limits: asks.map(({ limit }) => limit),
  nowMs: asks.map(({ nowMs }) => nowMs),
})

/** The key with the partner it belongs to. With `count`, the same statement counts a request of the key. */
export async function findPartnerKey(db: Connection, hash: Buffer, count?: RateCount) {
  return await countWhile(count, {
    counted: ({ limit, nowMs }) => findCountedPartnerKey(db, { hash, limit, nowMs }),
    plain: () => findPlainPartnerKey(db, hash),
  })
}

/** The key with the distributor it belongs to. With `count`, the same statement counts a request of the key. */
export async function findDistributorKey(db: Connection, hash: Buffer, count?: RateCount) {
  return await countWhile(count, {
    counted: ({ limit, nowMs }) => findCountedDistributorKey(db, { hash, limit, nowMs }),
    plain: () => findPlainDistributorKey(db, hash),
  })
}
