/** Nothing that a tenant's API returns comes near it; recursive code further on must not run out of stack. */
export const MAX_DEPTH = 128

/** What parsed values take beyond their text, at least: measured with the engine's own objects and lists. */
const OBJECT_BYTES = 64
const LIST_BYTES = 32
const ITEM_BYTES = 16

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Looks through the bytes of a JSON text before it is parsed. `size` is what it will take as values, in bytes: the length
 * of the text, or more where it consists of nothing but structure (`[{},{},…`). `depth` is how deep it is nested,
 * `longest` how long the longest text or name in it is, in bytes.
 */
export function measureJson(bytes: Uint8Array): { size: number; depth: number; longest: number } {
  let structure = 0
  let open = 0
  let depth = 0
  let longest = 0
  const { length } = bytes
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const start = ++at
      while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
      if (at - start > longest) longest = at - start
    } else if (byte === COMMA) {
      structure += ITEM_BYTES
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      structure += byte === OPEN_OBJECT ? OBJECT_BYTES : LIST_BYTES
      open += 1
      if (open > depth) depth = open
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      open -= 1
    }
  }
  return { size: Math.max(length, structure), depth, longest }
}
