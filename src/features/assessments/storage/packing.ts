import { gunzipSync } from 'node:zlib'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Visibility } from '../../../engine/visibility/visibility.ts'
import type { KeyRing } from '../../../shared/crypto/key-ring.ts'
import { openRow, sealRow } from '../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'

/** What is stored of a run, each sealed with its own derived key. */
const PARTS = { result: SEALED_COLUMNS.runResult, snapshot: SEALED_COLUMNS.runSnapshot } as const

type Part = keyof typeof PARTS

/** Seals a part of a run: it can only be opened as that part of that run. */
export function sealPart(secrets: KeyRing, part: Part, runId: string, packed: Uint8Array): Buffer {
  return sealRow(secrets, PARTS[part], [runId], packed)
}

/** Opens a part of a run. Throws `SealError` if it was sealed for something else or with another key, or was changed. */
export function openPart(secrets: KeyRing, part: Part, runId: string, stored: Buffer): Buffer {
  return openRow(secrets, PARTS[part], [runId], stored)
}

/** A result with what the run could read of its tenant, stored as `sight`; results of earlier versions lack it. */
export type StoredResult = AssessmentResult & { sight?: Visibility }

export function unpackResult(secrets: KeyRing, runId: string, stored: Buffer): StoredResult {
  const result: StoredResult = JSON.parse(gunzipSync(openPart(secrets, 'result', runId, stored)).toString('utf8'))
  return result
}

/** What a checkpoint row belongs to. Includes the tenant, which may be corrected between two attempts. */
export interface CheckpointIdentity {
  runId: string
  tenantId: string
  /** Position among the rows of the run, from 0. */
  number: number
}

const identify = ({ runId, tenantId, number }: CheckpointIdentity): RowIdentity => [
  runId,
  tenantId.toLowerCase(),
  number,
]

/** Seals the packed pieces of a checkpoint row. */
export const sealPieces = (secrets: KeyRing, place: CheckpointIdentity, packed: Uint8Array): Buffer =>
  sealRow(secrets, SEALED_COLUMNS.runCheckpoint, identify(place), packed)

/** Opens the packed pieces of a checkpoint row; throws if the row belongs elsewhere. */
export const openPieces = (secrets: KeyRing, place: CheckpointIdentity, stored: Buffer): Buffer =>
  openRow(secrets, SEALED_COLUMNS.runCheckpoint, identify(place), stored)
