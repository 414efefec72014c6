import { createRedisClient } from './connection.ts'

const PATIENCE_MS = 3_000

/** Describes the server; throws what is wrong with it. */
export async function describeRedis(url: string): Promise<string> {
  const client = await createRedisClient(url)
  try {
    await new Promise((resolve, reject) => {
      client.once('ready', resolve)
      client.once('error', reject)
      setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS).unref()
    })
    const info = await client.info()
    const read = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
    if (read('role') === 'slave') throw new Error('it is a replica, which accepts no changes')
    const policy = read('maxmemory_policy')
    if (read('maxmemory') !== '0' && policy?.startsWith('allkeys'))
      throw new Error(`its maxmemory-policy is ${policy}, so it may forget the requests of the last minute`)
    const name =
      read('server_name') === 'valkey' ? `Valkey ${read('valkey_version')}` : `Redis ${read('redis_version')}`
    return `${name} counts requests`
  } finally {
    client.disconnect()
  }
}
