import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readTenant } from '../../engine/datasets/reading.ts'
import { evaluateFramework } from '../../engine/evaluation/evaluate.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Exception } from '../../engine/model/exception.ts'
import type { Answers } from '../../engine/model/questionnaire.ts'
import type { Snapshot } from '../../engine/model/snapshot.ts'
import { visibilityOf } from '../../engine/visibility/visibility.ts'
import type { CollectOptions } from '../collection/collect.ts'
import { packSnapshot } from '../collection/snapshot-file.ts'
import { MAX_RESULT_BYTES, tooLargeFailure } from '../transport/sizes.ts'
import { type PieceStore, packedCheckpoint } from './packed-checkpoint.ts'

const PROGRESS_MS = 250

/** What is to be assessed. */
export interface AssessJob {
  tenantId: string
  product: string
  target: number
  /** For reading the tenant. */
  deadlineMs: number
}

/** What the result depends on beside the tenant. */
export interface AssessInputs {
  answers: Answers
  exceptions: readonly Exception[]
  breakGlass: string[]
}

/** What an assessment needs while it goes on. Whatever these throw ends it and is thrown on. */
export interface AssessHost {
  onProgress(progress: { done: number; of: number }): Promise<void>
  checkpoint: PieceStore
  /** Called once, when the tenant has been read. */
  readInputs(): Promise<AssessInputs>
  /** A check of ours has failed. */
  onFault(check: string, error: unknown): void
}

export interface Assessed {
  /** An `AssessmentResult` with its `sight`, as JSON. */
  result: string
  /** The same, compressed (gzip). */
  packedResult: Uint8Array
  /** Compressed (Zstandard), with the SHA-256 of that. */
  snapshot: { bytes: Uint8Array; sha256: string }
  /** When the tenant had been read, ISO 8601 UTC. */
  collectedAt: string
}

/** Reads a tenant, evaluates it and packs both: everything whose cost depends on the tenant. Throws `CollectFailure`. */
export async function assessTenant(
  collect: (options: CollectOptions) => Promise<Snapshot>,
  job: AssessJob,
  host: AssessHost,
  signal?: AbortSignal,
): Promise<Assessed> {
  const { tenantId, product, target, deadlineMs } = job
  const { onProgress, checkpoint, readInputs, onFault } = host
  const snapshot = await collect({
    tenantId,
    deadlineMs,
    onProgress: atTimes(onProgress),
    checkpoint: packedCheckpoint(checkpoint),
    ...(signal && { signal }),
  })
  const framework = findFramework(product)
  if (!framework) throw new Error(`there is no product ${product} any more`)
  const { answers, exceptions, breakGlass } = await readInputs()
  const evaluated = evaluateFramework(framework, readTenant(snapshot), {
    target,
    answers,
    exceptions,
    parameters: { breakGlass },
    onFault,
  })
  const visibility = visibilityOf(snapshot)
  const result = JSON.stringify({ ...evaluated, ...(visibility && { sight: visibility }) })
  if (result.length > MAX_RESULT_BYTES) throw tooLargeFailure()
  return {
    result,
    packedResult: await compress(result, { level: 6 }),
    snapshot: await packSnapshot(snapshot),
    collectedAt: snapshot.collectedAt,
  }
}

/** Tells of the first progress, and then now and then: each time is a message to another process. */
function atTimes(onProgress: AssessHost['onProgress']): AssessHost['onProgress'] {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return async ({ done, of }) => {
    const nowMs = performance.now()
    if (nowMs - toldAtMs < PROGRESS_MS) return
    toldAtMs = nowMs
    await onProgress({ done, of })
  }
}

const compress = promisify<string, { level: number }, Buffer>(gzip)
