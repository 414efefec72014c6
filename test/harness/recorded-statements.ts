import pg from 'pg'
import { fields } from '../../src/shared/json.ts'

/** A statement that was sent to the database, with its parameters. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Records every statement that this process sends, on any connection, until the recording is disposed of. */
export function recordStatements(): Disposable & { sent: Statement[] } {
  const sent: Statement[] = []
  const { prototype } = pg.Client
  const original = prototype.query
  const record = function (this: pg.Client, ...call: unknown[]): unknown {
    const [query, values] = call
    const { text = query, values: own } = fields(query)
    if (typeof text === 'string')
      sent.push({ text, values: [own ?? values].flat().filter((value) => value !== undefined) })
    return Reflect.apply(original, this, call)
  }
  Object.assign(prototype, { query: record })
  return { sent, [Symbol.dispose]: () => void Object.assign(prototype, { query: original }) }
}
