import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:https'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { fields, text } from '../../src/shared/json.ts'

/**
 * The base of every ceiling: Fastify over HTTPS, a pool, and one prepared statement that finds the partner of a key. The
 * only argument of the program is JSON: `databaseUrl`, `certFile`, `keyFile`.
 */
export interface Ceiling {
  http: FastifyInstance<Server>
  pool: pg.Pool
  /** The id of the partner whose key this is. */
  findPartner(key: unknown): Promise<string>
  /** Listens on a free port, and prints its URL. */
  listen(): Promise<void>
}

export function createCeiling(): Ceiling {
  const given = fields(JSON.parse(process.argv[2] ?? '{}'))
  const [databaseUrl = '', certFile = '', keyFile = ''] = [given.databaseUrl, given.certFile, given.keyFile].map(text)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  const http = fastify({ https: { cert: readFileSync(certFile), key: readFileSync(keyFile) } })
  return {
    http,
    pool,
    async findPartner(key) {
      const select = 'select partner_id from api_keys where hash = $1'
      const { rows } = await pool.query<{ partner_id: string }>({
        name: 'key',
        text: select,
        values: [hash('sha256', String(key), 'buffer')],
      })
      return rows[0]?.partner_id ?? ''
    },
    async listen() {
      process.once('SIGTERM', () => process.exit())
      console.log(`ready ${await http.listen({ host: 'localhost', port: 0 })}`)
    },
  }
}
