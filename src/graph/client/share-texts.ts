type Container = unknown[] | Record<string, unknown>

/** Frozen values are shared already. */
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !Object.isFrozen(value)

/** Longer texts rarely repeat. */
const MAX_LENGTH = 64
/** A name with at least this many different texts, and fewer repeated ones, is not worth tracking any further. */
const MAX_DIFFERENT = 64
/** More names than any real response has. Limited because each costs memory. */
const MAX_NAMES = 256

interface Texts {
  known: Map<string, string>
  repeated: number
}

/**
 * Makes equal texts under the same name share one string, in place: JSON.parse creates a copy of each, such as the ids
 * of licences that a list of users repeats for every user. Iterative, because nesting may be deep.
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
