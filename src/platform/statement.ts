import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { DB } from '../ground/tables.ts'
import type { Connection } from './database.ts'

/** Builds statements and never runs one. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

class Place {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement of the hot path, whose text is made on its first use and then kept; `param` stands for the values that
 * each call brings. Making the text of a simple read anew takes about as long as all other code of the request.
 */
export const prepare =
  <P extends Record<string, unknown>>() =>
  <R>(
    build: (db: Kysely<DB>, param: <N extends keyof P>(name: N) => RawBuilder<P[N]>) => Compilable<R>,
  ): ((db: Connection, values: P) => Promise<R[]>) => {
    let compiled: CompiledQuery<R> | undefined
    return async (db, values) => {
      compiled ??= build(builder, (name) => sql`${new Place(name)}`).compile()
      const parameters = compiled.parameters.map((value) =>
        value instanceof Place ? values[value.name.toString()] : value,
      )
      return (await db.executeQuery<R>({ ...compiled, parameters })).rows
    }
  }
