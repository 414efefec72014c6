/** Messages between a reader process and its parent; plain data that can be cloned. */

import type { RateClass } from '../../engine/datasets/dataset.ts'
import type { LeaseAnswer, Wanted } from '../../platform/rates/leases.ts'
import type { RequestSpan } from '../client/request-spans.ts'
import type { CollectFailureCode } from '../transport/collect-failure.ts'
import type { Sizes } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import type { Assessed, AssessInputs, AssessJob } from './assess.ts'

/** A call from a reader to its parent, for one of its runs. */
export type Call =
  | { name: 'progress'; done: number; of: number }
  | { name: 'load' }
  | { name: 'save'; packed: Uint8Array }
  | { name: 'inputs' }
  | { name: 'lend'; rateClass: RateClass; units: Wanted }

/** The result of a call: the pieces, whether they were saved, the inputs, or the lease. */
export type CallResult = readonly Uint8Array[] | boolean | AssessInputs | LeaseAnswer | undefined

/** `run` is the number of the run that a message belongs to, `call` the number of a call within that run. */
export type ToReader =
  | { type: 'assess'; run: number; job: AssessJob; source: TenantSource; sizes: Sizes; isPaced: boolean }
  | { type: 'abort'; run: number }
  | { type: 'result'; run: number; call: number; result: CallResult }
  | { type: 'rejection'; run: number; call: number }
  | { type: 'ping' }

export type FromReader =
  | { type: 'call'; run: number; call: number; body: Call }
  | { type: 'requests'; run: number; requests: readonly RequestSpan[] }
  | { type: 'returned'; run: number; rateClass: RateClass; id: string; used: number }
  | { type: 'fault'; run: number; check: string; error: PlainError }
  | { type: 'done'; run: number; assessed: Assessed }
  | { type: 'failed'; run: number; code: CollectFailureCode; message: string }
  | { type: 'threw'; run: number; error: PlainError }
  | { type: 'pong' }

/** An error without its other properties. */
export interface PlainError {
  name: string
  message: string
  stack: string
}

const MAX_MESSAGE = 1_000
const MAX_STACK = 10_000

export function toPlainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error).slice(0, MAX_MESSAGE), stack: '' }
  const { name, message, stack = '' } = error
  return { name, message: message.slice(0, MAX_MESSAGE), stack: stack.slice(0, MAX_STACK) }
}

export function fromPlainError({ name, message, stack }: PlainError): Error {
  return Object.assign(new Error(message), { name, stack })
}

const hasType = (message: unknown): message is { type: unknown } =>
  typeof message === 'object' && message !== null && 'type' in message

/** Both processes run the same version of this code, so these only exclude messages of the runtime. */
export const isToReader = (message: unknown): message is ToReader =>
  hasType(message) && typeof message.type === 'string'
export const isFromReader = (message: unknown): message is FromReader =>
  hasType(message) && typeof message.type === 'string'
