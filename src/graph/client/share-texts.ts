type Container = unknown[] | Record<string, unknown>

/** What is frozen is shared already. */
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !Object.isFrozen(value)

/** Longer texts hardly repeat. */
const MAX_LENGTH = 64
/** If a name has this many different texts, and more different than repeated ones, its texts do not repeat. */
const MAX_DIFFERENT = 64
/** More than any real response has; each costs memory. */
const MAX_NAMES = 256

interface Texts {
  known: Map<string, string>
  repeated: number
}

/**
 * Replaces repeated texts under the same name by one of them, in place: a parsed response has a copy of each. A list of users
 * repeats the ids of their licences for every user. Iterative, because nesting may be deep.
 */
export function shareTexts(value: unknown): void {
  const byName = new Map<string, Texts>()
  const open: Container[] = isContainer(value) ? [value] : []
  for (let container = open.pop(); container; container = open.pop()) {
    if (Array.isArray(container)) {
      for (const item of container) if (isContainer(item)) open.push(item)
      continue
    }
    for (const name in container) {
      const item = container[name]
      if (typeof item === 'string') {
        if (item.length <= MAX_LENGTH) container[name] = shared(byName, name, item)
      } else if (isContainer(item)) open.push(item)
    }
  }
}

function shared(byName: Map<string, Texts>, name: string, text: string): string {
  let texts = byName.get(name)
  if (!texts) {
    if (byName.size >= MAX_NAMES) return text
    texts = { known: new Map(), repeated: 0 }
    byName.set(name, texts)
  }
  const { known } = texts
  if (known.size >= MAX_DIFFERENT && known.size > texts.repeated) return text
  const first = known.get(text)
  if (first === undefined) {
    known.set(text, text)
    return text
  }
  texts.repeated += 1
  return first
}
