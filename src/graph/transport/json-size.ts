/** Far more than any real response; protects recursive code from a stack overflow. */
export const MAX_DEPTH = 128

/** Minimum memory of parsed values beyond their text: measured with V8's objects and lists. */
const OBJECT_BYTES = 64
const LIST_BYTES = 32
const ITEM_BYTES = 16

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Measures a JSON text before it is parsed. `size` is the memory its values will take, in bytes: the length of the text,
 * or more if it consists only of structure (`[{},{},…`). `depth` is its nesting depth, `longest` the length of the longest
 * text or name in it, in bytes.
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
