import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readTenant } from '../../engine/datasets/reading.ts'
import { evaluateFramework } from '../../engine/evaluation/evaluate.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Exception } from '../../engine/model/exception.ts'
import type { Answers } from '../../engine/model/questionnaire.ts'
import type { Snapshot } from '../../engine/model/snapshot.ts'
import { visibilityOf } from '../../engine/visibility/visibility.ts'
import type { RequestSpan } from '../client/request-spans.ts'
import type { CollectOptions } from '../collection/collect.ts'
import { packSnapshot } from '../collection/snapshot-file.ts'
import { MAX_RESULT_BYTES, tooLargeFailure } from '../transport/sizes.ts'
import { type PieceStore, packedCheckpoint } from './packed-checkpoint.ts'

/** Every report is a write to the database and a message to the portal, which gets at most one a second for each run. */
const PROGRESS_INTERVAL_MS = 1_000

/** The tenant and product to assess. */
export interface AssessJob {
  tenantId: string
  product: string
  target: number
  /** Time limit for reading the tenant. */
  deadlineMs: number
  /** Sent with each request. */
  traceparent?: string
  /** The host records requests. */
  isRecorded?: boolean
}

/** Inputs of the result other than the tenant. */
export interface AssessInputs {
  answers: Answers
  exceptions: readonly Exception[]
  breakGlass: string[]
}

/** Callbacks of a running assessment. Errors that they throw end it and are passed on. */
export interface AssessHost {
  onProgress(progress: { done: number; of: number }): Promise<void>
  checkpoint: PieceStore
  /** Called once, after the tenant has been read. */
  readInputs(): Promise<AssessInputs>
  /** Requests to the tenant that have ended, some at a time; only if the job is recorded. */
  onRequests?(requests: readonly RequestSpan[]): void
  /** A check threw an error. */
  onFault(check: string, error: unknown): void
}

export interface Assessed {
  /** An `AssessmentResult` with its `sight`, as JSON. */
  result: string
  /** `result`, compressed (gzip). */
  packedResult: Uint8Array
  /** Compressed (Zstandard), with the SHA-256 of the compressed bytes. */
  snapshot: { bytes: Uint8Array; sha256: string }
  /** When the collection was complete, ISO 8601 UTC. */
  collectedAt: string
}

/** Reads a tenant, evaluates it and compresses both: all work whose cost depends on the tenant. Throws `CollectFailure`. */
export async function assessTenant(
  collect: (options: CollectOptions) => Promise<Snapshot>,
  job: AssessJob,
  host: AssessHost,
  signal?: AbortSignal,
): Promise<Assessed> {
  const { tenantId, product, target, deadlineMs, traceparent } = job
  const { onProgress, checkpoint, readInputs, onFault } = host
  const snapshot = await collect({
    tenantId,
    deadlineMs,
    onProgress: throttleProgress(onProgress),
    checkpoint: packedCheckpoint(checkpoint),
    ...(signal && { signal }),
    ...(traceparent !== undefined && { trace: { traceparent } }),
  })
  const framework = findFramework(product)
  if (!framework) throw new Error(`unknown product: ${product}`)
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

function throttleProgress(onProgress: AssessHost['onProgress']): AssessHost['onProgress'] {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  return async ({ done, of }) => {
    const nowMs = performance.now()
    if (nowMs - reportedAtMs < PROGRESS_INTERVAL_MS) return
    reportedAtMs = nowMs
    await onProgress({ done, of })
  }
}

const compress = promisify<string, { level: number }, Buffer>(gzip)
