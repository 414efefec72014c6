import { once } from 'node:events'
import { type Duplex, Readable } from 'node:stream'
import type pg from 'pg'

/**
 * Statements whose data is a stream: COPY, and BASE_BACKUP of the replication protocol. The driver passes them the
 * messages of the server (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-COPY).
 */

/** The parts of a connection that the driver's types do not declare. */
interface CopyConnection {
  stream: Duplex
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The methods that the driver calls on a statement, in addition to `submit`. */
class CopyStatement {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** How many messages are buffered for the reader; each has at most a few tens of kilobytes. */
const MAX_WAITING = 32

class CopyOut extends CopyStatement implements pg.Submittable {
  readonly data: Readable
  #connection: pg.Connection | undefined
  #isOver = false

  constructor(text: string) {
    super(text)
    this.data = new Readable({
      objectMode: true,
      highWaterMark: MAX_WAITING,
      read: () => void this.#connection?.stream.resume(),
      // If the reader stops early, the server is still sending data, and only closing the connection stops it.
      destroy: (error, done) => {
        if (!this.#isOver) this.#connection?.stream.destroy()
        done(error)
      },
    })
  }
  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.text)
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copied, because the driver reuses its buffer for the next data.
    if (!this.data.push(Buffer.from(chunk))) this.#connection?.stream.pause()
  }
  handleError(error: Error): void {
    this.#isOver = true
    this.#connection?.stream.resume()
    this.data.destroy(error)
  }
  handleReadyForQuery(): void {
    this.#isOver = true
    this.data.push(null)
  }
}

/** The messages that the server sends for this statement, in pieces as it sends them. */
export function readCopy(client: pg.ClientBase, statement: string): AsyncIterable<Buffer> {
  const copy = new CopyOut(statement)
  client.query<CopyOut>(copy)
  return copy.data
}

class CopyIn extends CopyStatement implements pg.Submittable {
  readonly done: Promise<void>
  readonly #chunks: AsyncIterable<Uint8Array>
  readonly #outcome: { resolve: () => void; reject: (error: Error) => void }
  #isOver = false

  constructor(text: string, chunks: AsyncIterable<Uint8Array>) {
    super(text)
    this.#chunks = chunks
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.done = promise
    this.#outcome = { resolve, reject }
  }
  submit(connection: pg.Connection): void {
    connection.query(this.text)
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: unknown) => {
      // The server ends the statement with this text as its error.
      if (!this.#isOver) connection.sendCopyFail(error instanceof Error ? error.message : String(error))
    })
  }
  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#chunks) {
      if (this.#isOver) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), this.done])
    }
    connection.endCopyFrom()
  }
  handleError(error: Error): void {
    this.#isOver = true
    this.#outcome.reject(error)
  }
  handleReadyForQuery(): void {
    this.#isOver = true
    this.#outcome.resolve()
  }
}

/** Sends the data of a statement COPY … FROM STDIN. Throws the error of the server, or that of `chunks`. */
export async function writeCopy(
  client: pg.ClientBase,
  statement: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const copy = new CopyIn(statement, chunks)
  client.query<CopyIn>(copy)
  await copy.done
}
