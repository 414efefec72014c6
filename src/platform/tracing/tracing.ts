/** Records what happens as spans. Attributes are ids, states and numbers: no names, addresses or secrets. */
export interface Tracing {
  start(name: string, options: SpanOptions): Span
  /** Sends what is recorded, and ends. */
  close(): Promise<void>
}

export interface SpanOptions {
  kind: 'server' | 'consumer' | 'client' | 'internal'
  /** The `traceparent` header of the cause; if it is missing or invalid, a new trace begins. */
  parent?: string | undefined
  attributes?: Attributes
  /** By default now. */
  startedAt?: Date
  /** The id that another process has already assigned; by default a new one. */
  spanId?: string
}

export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  /** The header `traceparent` of calls that belong to the span. */
  traceparent: string
  end(how?: { name?: string; attributes?: Attributes; failed?: boolean; at?: Date }): void
}
