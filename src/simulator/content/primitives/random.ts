import { hash } from 'node:crypto'

/** A stream of numbers that depends only on its seed. */
export interface Random {
  /** 0 to 1. */
  share(): number
  /** An integer from 0 to `n` - 1. */
  below(n: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Mulberry32, seeded with a hash of the text. */
export function randomOf(seed: string): Random {
  let state = Number.parseInt(hash('sha1', seed).slice(0, 8), 16)
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(share() * n)
  return { share, below, pick: (items) => items[below(items.length)] ?? items[0] }
}

/** A version 4 GUID that depends only on the words. */
export function guidOf(...words: readonly (string | number)[]): string {
  const hex = hash('sha1', words.join('/'))
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
