import { useEffect, useState } from 'preact/hooks'

/** A value outside of components that several of them show. */
export interface Signal<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function signalOf<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The current value; the component renders again when it changes. */
export function useSignal<T>(signal: Signal<T>): T {
  const [, update] = useState(0)
  useEffect(() => signal.subscribe(() => update((count) => count + 1)), [signal])
  return signal.get()
}
