import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { type Connection, runStatement } from './database.ts'
import type { DB } from './tables.gen.ts'

/** Builds statements but never runs them. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A query or raw SQL. */
interface Statement<R> {
  compile(executor: typeof builder): CompiledQuery<R>
}

/**
 * A statement of the hot path that is compiled once, on first use; `param` is a placeholder for a value that each call
 * passes. Compiling the two statements of a read each time would take a third of its CPU time.
 */
export const prepare =
  <P extends Record<string, unknown>>() =>
  <R extends Record<string, unknown>>(
    build: (db: Kysely<DB>, param: <N extends keyof P>(name: N) => RawBuilder<P[N]>) => Statement<R>,
  ): ((db: Connection, values: P) => Promise<R[]>) => {
    const compile = () => {
      const names = new Map<unknown, keyof P>()
      const statement = build(builder, (name) => {
        const place = {}
        names.set(place, name)
        return sql`${place}`
      }).compile(builder)
      const places = statement.parameters.map((value) => ({ name: names.get(value), value }))
      return { statement, places }
    }
    let compiled: ReturnType<typeof compile> | undefined
    return async (db, values) => {
      compiled ??= compile()
      const parameters = compiled.places.map(({ name, value }) => (name === undefined ? value : values[name]))
      return await runStatement(db, { ...compiled.statement, parameters })
    }
  }

/** One row more than common pages have. */
const SIZES = [11, 21, 51, 101, 201] as const

/**
 * The limit of a list as part of its statement, rounded up so that few statements have to be prepared: the caller drops further
 * rows. If the limit were a parameter, PostgreSQL would expect a generic plan to read a tenth of all matching rows, and
 * therefore plan the statement again for each call, which takes longer than the call itself.
 */
export const pageLimit = (rows: number): RawBuilder<number> => sql.lit(SIZES.find((size) => size >= rows) ?? rows)
