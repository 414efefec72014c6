import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { type Dialling, type DialOptions, dial } from './socket.ts'
import { Client } from './undici.ts'

/** Follows one request: the pool chooses a client, and the client reports here the connection that it uses. */
export class RequestTrace {
  /** Aborts dialling: undici ignores the signal of a request that waits for its connection. */
  readonly clock: AbortSignal
  #client: GuardedClient | undefined
  #reused: { dialled: Dialling; bytesRead: number } | undefined

  constructor(clock: AbortSignal) {
    this.clock = clock
  }

  begin(client: GuardedClient): void {
    this.#client = client
    const { socket, dialled } = client
    this.#reused = socket && !socket.destroyed ? { dialled, bytesRead: socket.bytesRead } : undefined
  }

  /** Whether the request used an existing connection and received nothing on it. */
  get isSilentReuse(): boolean {
    return this.#isReuse && this.#reused?.bytesRead === this.#client?.socket?.bytesRead
  }

  /** The steps that this request spent time on; for a reused connection only the address. */
  get dialled(): Dialling {
    const dialled = this.#client?.dialled ?? {}
    return this.#isReuse ? { ...(dialled.address && { address: dialled.address }) } : dialled
  }

  /** All steps of the connection, new or reused. */
  get connection(): Dialling {
    return this.#client?.dialled ?? {}
  }

  get #isReuse(): boolean {
    return this.#reused !== undefined && this.#reused.dialled === this.#client?.dialled
  }
}

const IDLE_MS = 4_000

/** An HTTP/1.1 client for one origin that opens its sockets with `dial` and sends one request at a time. */
export class GuardedClient extends Client {
  /** A new object for each socket. */
  dialled: Dialling = {}
  socket: Socket | undefined
  #clock: AbortSignal | undefined

  constructor(origin: URL, options: Omit<DialOptions, 'signal'>) {
    super(origin, {
      allowH2: false,
      pipelining: 1,
      // Also if the receiver proposes longer, because each idle connection takes a file descriptor.
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // The clock of the request covers these times.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_, callback) => {
        this.#open(origin, options).then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        )
      },
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const trace = 'opaque' in options ? options.opaque : undefined
    if (trace instanceof RequestTrace) {
      trace.begin(this)
      this.#clock = trace.clock
    }
    return super.dispatch(options, handler)
  }

  async #open(origin: URL, options: Omit<DialOptions, 'signal'>): Promise<Socket> {
    this.dialled = {}
    const signal = this.#clock ?? AbortSignal.abort(new Error('no request waits for this connection'))
    this.socket = await dial(origin, { ...options, signal }, this.dialled)
    return this.socket
  }
}
