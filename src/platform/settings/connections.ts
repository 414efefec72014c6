import { isLoopback } from '../client-address.ts'
import { asDatabaseUrl, asFile, asText, asUrl, oneOf } from './parsers.ts'
import { optional, withDefault } from './setting.ts'

/** Where the data is, and what else processes share. */
export const CONNECTION_SETTINGS = {
  databaseUrl: optional(
    'DATABASE_URL',
    'PostgreSQL 15 or newer. Without it, an embedded PostgreSQL stores its data in the data folder. Separate several servers by commas, for example postgresql://user:password@one:5432,two:5432/name: the service uses the one that accepts writes.',
    asDatabaseUrl,
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    'The same database without the pooler, if DATABASE_URL points to a pooler in transaction mode, such as PgBouncer. Workers, migrations and notifications use it; only the API uses the pooler. The user of DATABASE_URL must then be plumbline_service.',
    asDatabaseUrl,
  ),
  poolerPrepares: withDefault(
    'PLUMBLINE_POOLER_PREPARES',
    'no',
    'Whether the pooler of DATABASE_URL supports prepared statements: PgBouncer 1.21 or newer with max_prepared_statements. Without DATABASE_DIRECT_URL it has no effect.',
    oneOf('yes', 'no'),
  ),
  databaseOwnerUrl: optional(
    'PLUMBLINE_DATABASE_OWNER_URL',
    'Connection string of the user that owns the database, for migrations only. DATABASE_URL then has the user of the service, such as plumbline_service, which cannot change the schema or the audit trail. Without it, DATABASE_URL is used for both.',
    asDatabaseUrl,
  ),
  databaseReadUrl: optional(
    'DATABASE_READ_URL',
    'A standby of that database, without a pooler or a balancer in front of it. "serve" reads lists and reports there if it has all changes made before the request, and otherwise from the primary.',
    asUrl('postgres:', 'postgresql:'),
  ),
  redisUrl: optional(
    'REDIS_URL',
    'Redis 6 or newer, or Valkey, as in redis://user:password@redis.example:6379, or rediss: for TLS. "serve" counts requests there, or in the database while Redis is unavailable. Has no effect without DATABASE_URL.',
    asUrl('redis:', 'rediss:'),
  ),
  blobUrl: optional(
    'PLUMBLINE_BLOB_URL',
    'Bucket of an S3-compatible store for results and snapshots, as in https://storage.example.com/bucket or https://bucket.s3.eu-central-1.amazonaws.com. Without it, they are stored in the database.',
    asBucketUrl,
  ),
  blobRegion: withDefault('PLUMBLINE_BLOB_REGION', 'us-east-1', 'Region of that bucket, used in signatures.', asText),
  blobAccessKey: optional('PLUMBLINE_BLOB_ACCESS_KEY', 'Id of the access key for that bucket.', asText),
  blobSecretKey: optional('PLUMBLINE_BLOB_SECRET_KEY', 'Secret of that access key.', asText),
  blobCa: optional(
    'PLUMBLINE_BLOB_CA',
    'File with certificates (PEM) of authorities that are trusted for that bucket, in addition to those of the system.',
    asFile,
  ),
} as const

/** Plain HTTP only on this machine. */
function asBucketUrl(text: string): string {
  const url = asUrl('https:', 'http:')(text)
  const { protocol, hostname, username, password, search, hash, pathname } = new URL(url)
  if (protocol === 'http:' && hostname !== 'localhost' && !isLoopback(hostname))
    throw new Error('must begin with https://')
  if (username || password) throw new Error('must not contain the access key: it has settings of its own')
  if (search || hash || pathname.split('/').length > 2)
    throw new Error('must be the address of a bucket, without a folder in it')
  return url
}

/** What is wrong with these settings together. */
export function findConnectionProblems(settings: {
  databaseUrl?: unknown
  databaseDirectUrl?: unknown
  databaseOwnerUrl?: unknown
  databaseReadUrl?: unknown
  blobUrl?: unknown
  blobAccessKey?: unknown
  blobSecretKey?: unknown
}): string[] {
  const { blobUrl, blobAccessKey, blobSecretKey } = settings
  if (blobUrl !== undefined && (blobAccessKey === undefined || blobSecretKey === undefined))
    return ['PLUMBLINE_BLOB_URL needs PLUMBLINE_BLOB_ACCESS_KEY and PLUMBLINE_BLOB_SECRET_KEY beside it.']
  if (settings.databaseUrl !== undefined) return []
  const lonely = [
    ['PLUMBLINE_DATABASE_OWNER_URL', settings.databaseOwnerUrl],
    ['DATABASE_DIRECT_URL', settings.databaseDirectUrl],
    ['DATABASE_READ_URL', settings.databaseReadUrl],
  ] as const
  return lonely.flatMap(([env, value]) => (value === undefined ? [] : [`${env} needs DATABASE_URL beside it.`]))
}
