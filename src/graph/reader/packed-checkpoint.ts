import { zstdDecompressSync } from 'node:zlib'
import type { Checkpoint, ReadPiece } from '../collection/checkpoint.ts'
import { compressChunks, jsonChunks } from '../collection/json-chunks.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import { measureJson } from '../transport/json-size.ts'
import { MAX_PACKED_BYTES, MAX_SIZES } from '../transport/sizes.ts'

/** Stores compressed pieces in order; `save` works as in `Checkpoint`. */
export interface PieceStore {
  load(): Promise<readonly Uint8Array[]>
  save(packed: Uint8Array): Promise<boolean>
}

/**
 * A checkpoint that compresses its pieces. A run stores at most `maxBytes`; further pieces are dropped, and the next
 * attempt reads them again.
 */
export function packedCheckpoint(store: PieceStore, maxBytes = MAX_PACKED_BYTES): Checkpoint {
  let stored = 0
  return {
    async load(charge = () => {}) {
      const rows = await store.load()
      stored = rows.reduce((sum, row) => sum + row.byteLength, 0)
      try {
        return rows.flatMap((row) => unpackPieces(row, charge))
      } catch (error) {
        if (error instanceof CollectFailure) throw error
        // Another version wrote them in another format: everything is read again.
        return []
      }
    },
    async save(pieces) {
      const packed = await compressChunks(pieceChunks(pieces), maxBytes - stored)
      if (!packed) return true
      const isStored = await store.save(packed)
      if (isStored) stored += packed.byteLength
      return isStored
    },
  }
}

function* pieceChunks(pieces: readonly ReadPiece[]): Generator<string> {
  for (const [index, piece] of pieces.entries()) {
    yield index === 0 ? '[' : ','
    yield* jsonChunks(piece, 'response' in piece ? 2 : 1)
  }
  yield pieces.length === 0 ? '[]' : ']'
}

function unpackPieces(packed: Uint8Array, charge: (bytes: number) => void): ReadPiece[] {
  const bytes = zstdDecompressSync(packed, { maxOutputLength: MAX_SIZES.runBytes })
  charge(measureJson(bytes).size)
  const pieces: ReadPiece[] = JSON.parse(bytes.toString('utf8'))
  return pieces
}
