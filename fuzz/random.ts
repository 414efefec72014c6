/** Random choices that depend only on the seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  /** True in this share of all calls. */
  chance(share: number): boolean
  /** One of the items; throws if there is none. */
  pick<T>(items: readonly T[]): T
  bytes(count: number): Buffer
}

/** Mulberry32: small, fast, and good enough to generate requests. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1))
  return {
    fraction,
    between,
    chance: (share) => fraction() < share,
    pick(items) {
      const chosen = items[between(0, items.length - 1)]
      if (chosen === undefined) throw new Error('there is nothing to pick from')
      return chosen
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => between(0, 255))),
  }
}

const GOLDEN_RATIO = 0x9e3779b9

/** The choices of one request, independent of earlier ones, so that a request can be repeated by its number. */
export const randomOf = (seed: number, index: number): Random =>
  createRandom(Math.imul(seed ^ Math.imul(index + 1, GOLDEN_RATIO), 0x85ebca6b))
