/** A queue that alternates between owners: an owner with many items does not delay the first item of another. */
export interface FairQueue<Item> {
  /**
   * Adds an item behind the owner's others. Returns the item that does not fit: the new one if its owner is at its limit, or,
   * in a full queue, the newest item of the owner with the most, so that one owner cannot block the others.
   */
  push(owner: string, item: Item): Item | undefined
  /** Removes and returns the next item: the oldest of the owner that was served least recently. */
  shift(): Item | undefined
  /** Removes an item that is no longer wanted. */
  remove(owner: string, item: Item): void
}

interface Waiting<Item> {
  owner: string
  items: Item[]
  /** The turn in which the owner was last served. */
  servedAt: number
}

/** An empty queue with limits for the items of one owner and of all owners. */
export function createFairQueue<Item>(limits: { maxPerOwner: number; maxTotal: number }): FairQueue<Item> {
  const waiting = new Map<string, Waiting<Item>>()
  let turn = 0
  let lastOwner: string | undefined

  const size = (): number => [...waiting.values()].reduce((sum, { items }) => sum + items.length, 0)
  const findLongest = (): Waiting<Item> | undefined =>
    [...waiting.values()].toSorted((one, other) => other.items.length - one.items.length)[0]
  const removeAt = ({ owner, items }: Waiting<Item>, index: number): Item | undefined => {
    const [item] = items.splice(index, 1)
    if (items.length === 0) waiting.delete(owner)
    return item
  }

  return {
    push(owner, item) {
      const own = waiting.get(owner)
      const ownCount = own?.items.length ?? 0
      if (ownCount >= limits.maxPerOwner) return item
      let displaced: Item | undefined
      if (size() >= limits.maxTotal) {
        const longest = findLongest()
        if (!longest || longest.items.length <= ownCount + 1) return item
        displaced = removeAt(longest, longest.items.length - 1)
      }
      // A new owner comes before the owner that was just served, but after those that have waited longer.
      const servedAt = owner === lastOwner ? turn : turn - 1
      if (own) own.items.push(item)
      else waiting.set(owner, { owner, items: [item], servedAt })
      return displaced
    },
    shift() {
      const [next] = [...waiting.values()].toSorted((one, other) => one.servedAt - other.servedAt)
      if (!next) return undefined
      turn += 1
      lastOwner = next.owner
      next.servedAt = turn
      return removeAt(next, 0)
    },
    remove(owner, item) {
      const own = waiting.get(owner)
      const index = own?.items.indexOf(item) ?? -1
      if (own && index >= 0) removeAt(own, index)
    },
  }
}
