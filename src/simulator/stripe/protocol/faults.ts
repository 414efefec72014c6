/** What goes wrong with a request, and whether the request was carried out. */
export type FaultKind =
  /** 500, nothing carried out. */
  | 'error-before'
  /** Carried out, then 500; the key answers 500 from then on. */
  | 'error-after'
  /** 429, nothing carried out. */
  | 'rate-limit'
  /** The connection breaks, nothing carried out. */
  | 'cut-before'
  /** Carried out, then the connection breaks. */
  | 'cut-after'
  /** Carried out, but answered only after `delayMs`. */
  | 'silence'

export interface Fault {
  kind: FaultKind
  /** Only this method. */
  method?: string
  /** Only paths that start with this text, such as `/v1/subscriptions`, or match it. */
  path?: string | RegExp
  /** How many requests; 1 by default. */
  times?: number
  /** For `silence`: 20 seconds by default. */
  delayMs?: number
  /** Sends Stripe-Should-Retry with the answer. */
  shouldRetry?: boolean
}

export interface Faults {
  add(fault: Fault): void
  /** The fault of this request, if it meets one; counts it. */
  take(method: string, path: string): Fault | undefined
  /** How many requests will still meet a fault. */
  waiting(): number
  clear(): void
}

export function createFaults(): Faults {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    add: (fault) => void waiting.push({ fault, left: fault.times ?? 1 }),
    take(method, path) {
      const found = waiting.find(
        ({ fault }) =>
          (fault.method === undefined || fault.method === method) &&
          (typeof fault.path === 'object' ? fault.path.test(path) : path.startsWith(fault.path ?? '')),
      )
      if (found === undefined) return undefined
      found.left -= 1
      if (found.left <= 0) waiting = waiting.filter((each) => each !== found)
      return found.fault
    },
    waiting: () => waiting.reduce((sum, { left }) => sum + left, 0),
    clear() {
      waiting = []
    },
  }
}
