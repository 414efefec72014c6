import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'

/** Large enough that a chunk costs little, small enough that few of them at once do not matter. */
const CHUNK_LENGTH = 256 * 1024

/**
 * The JSON of a value in pieces, so that a large one never has to be one text: those have a greatest length. Lists and
 * objects are taken apart to this many levels.
 */
export function* jsonChunks(value: unknown, levels: number): Generator<string> {
  let chunk = ''
  for (const part of jsonParts(value, levels)) {
    chunk += part
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

function* jsonParts(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ','
      yield* jsonParts(item, levels - 1)
    }
    yield ']'
  } else {
    let before = '{'
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      before = ','
      yield* jsonParts(item, levels - 1)
    }
    yield before === '{' ? '{}' : '}'
  }
}

/** Compresses text (Zstandard); undefined, and no more memory is taken, where that comes to more than `maxBytes`. */
export async function compressChunks(chunks: Iterable<string>, maxBytes: number): Promise<Buffer | undefined> {
  const compressed: Buffer[] = []
  let length = 0
  const stream = Readable.from(chunks).pipe(createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }))
  for await (const part of stream) {
    length += part.length
    if (length > maxBytes) return undefined
    compressed.push(part)
  }
  return Buffer.concat(compressed)
}
