import { gunzipSync } from 'node:zlib'
import type { AssessmentResult } from '../../engine/model/result.ts'
import type { Visibility } from '../../engine/visibility/visibility.ts'
import type { KeyRing } from '../../shared/crypto/key-ring.ts'
import { openRow, sealRow } from '../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../shared/crypto/sealed-columns.ts'

/** What is stored of a run, each sealed under a key of its own. */
const PARTS = { result: SEALED_COLUMNS.runResult, snapshot: SEALED_COLUMNS.runSnapshot } as const

type Part = keyof typeof PARTS

/** The stored form of a run's part: it opens as that part of that run and as nothing else. */
export function sealPart(secrets: KeyRing, part: Part, runId: string, packed: Uint8Array): Buffer {
  return sealRow(secrets, PARTS[part], [runId], packed)
}

/** The packed bytes again. Throws `SealError` where they were sealed for something else, with another key, or were changed. */
export function openPart(secrets: KeyRing, part: Part, runId: string, stored: Buffer): Buffer {
  return openRow(secrets, PARTS[part], [runId], stored)
}

/** A result with what the run was able to see of its tenant, stored as `sight`; results of earlier versions lack that. */
export type KeptResult = AssessmentResult & { sight?: Visibility }

export function unpackResult(secrets: KeyRing, runId: string, stored: Buffer): KeptResult {
  const result: KeptResult = JSON.parse(gunzipSync(openPart(secrets, 'result', runId, stored)).toString('utf8'))
  return result
}

/** What a row of pieces belongs to. The tenant as well: a customer's may be corrected between two attempts. */
export interface PiecesPlace {
  runId: string
  tenantId: string
  /** Among the rows of the run. */
  number: number
}

const identify = ({ runId, tenantId, number }: PiecesPlace): RowIdentity => [runId, tenantId.toLowerCase(), number]

/** The stored form of what a run has read so far, of its packed pieces. */
export const sealPieces = (secrets: KeyRing, place: PiecesPlace, packed: Uint8Array): Buffer =>
  sealRow(secrets, SEALED_COLUMNS.runCheckpoint, identify(place), packed)

/** The packed pieces again; throws where the row belongs elsewhere. */
export const openPieces = (secrets: KeyRing, place: PiecesPlace, stored: Buffer): Buffer =>
  openRow(secrets, SEALED_COLUMNS.runCheckpoint, identify(place), stored)
