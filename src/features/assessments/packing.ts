import { gunzipSync } from 'node:zlib'
import type { AssessmentResult } from '../../engine/model.ts'
import type { Sight } from '../../engine/sight.ts'
import { sealBytes, unsealBytes } from '../../ground/seal.ts'

/** What is kept of a run, each sealed under a key of its own. */
type Part = 'result' | 'snapshot' | 'checkpoint'

/** Begins what is sealed. Results and snapshots from before the sealing begin as gzip (1f) or Zstandard (28) do. */
const SEALED = 0x01

/** The stored form of a run's part: it opens as that part of that run and as nothing else. */
export function sealPart(secretKey: string, part: Part, runId: string, packed: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(SEALED), sealBytes(secretKey, `run ${part}`, packed, runId)])
}

/** The packed bytes again; throws where they were sealed for something else, with another key, or were changed. */
export function openPart(secretKey: string, part: Part, runId: string, stored: Buffer): Buffer {
  // There never were checkpoints that were not sealed.
  if (stored[0] !== SEALED && part !== 'checkpoint') return stored
  return unsealBytes(secretKey, `run ${part}`, stored.subarray(1), runId)
}

/** A result with what the run was able to see of its tenant; results of earlier versions lack that. */
export type KeptResult = AssessmentResult & { sight?: Sight }

export function unpackResult(secretKey: string, runId: string, stored: Buffer): KeptResult {
  const result: KeptResult = JSON.parse(gunzipSync(openPart(secretKey, 'result', runId, stored)).toString('utf8'))
  return result
}

/** What a row of pieces belongs to. The tenant as well: a customer's may be corrected between two attempts. */
export interface PiecesPlace {
  runId: string
  tenantId: string
  /** Among the rows of the run. */
  number: number
}

const sayPlace = ({ runId, tenantId, number }: PiecesPlace): string => `${runId} ${tenantId.toLowerCase()} ${number}`

/** The stored form of what a run has read so far, of its packed pieces. */
export const sealPieces = (secretKey: string, place: PiecesPlace, packed: Uint8Array): Buffer =>
  sealPart(secretKey, 'checkpoint', sayPlace(place), packed)

/** The packed pieces again; throws where the row belongs elsewhere. */
export const openPieces = (secretKey: string, place: PiecesPlace, stored: Buffer): Buffer =>
  openPart(secretKey, 'checkpoint', sayPlace(place), stored)
