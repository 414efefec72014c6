import type { UseQueryResult } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { messageOf, Notice } from './notice.tsx'

export interface ErrorStateProps {
  error: unknown
  onRetry?: () => void
}

/**
 * Shown in place of something that could not be loaded: the reason, the request id to copy, and a button to try again.
 */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { requestId, code } = error instanceof ApiError ? error : {}
  return (
    <div role="alert">
      <Notice
        tone={code === 'ROLE_REQUIRED' ? 'info' : 'bad'}
        title={messageOf(error)}
        actions={onRetry && code !== 'ROLE_REQUIRED' && <Button onClick={onRetry}>Try again</Button>}
      >
        {requestId && (
          <p class="small">
            Request <code>{requestId}</code> <Copy value={requestId} what="request id" />
          </p>
        )}
      </Notice>
    </div>
  )
}

export interface LoadedProps<T> {
  /** The answer of `useRead`. */
  read: UseQueryResult<T, ApiError>
  children: (data: T) => ComponentChildren
  /** How many lines the placeholder has while nothing has arrived. */
  lines?: number
}

/**
 * Shows loaded data; a placeholder while it loads (after 200 ms), and an error if it failed. If a reload fails, the
 * data stays, with a note.
 */
export function Loaded<T>({ read, children, lines = 4 }: LoadedProps<T>) {
  const retry = () => void read.refetch()
  if (read.data === undefined) {
    if (read.error) return <ErrorState error={read.error} onRetry={retry} />
    return <Skeleton lines={lines} />
  }
  return (
    <>
      {read.error && (
        <Notice tone="warn" actions={<Button onClick={retry}>Try again</Button>}>
          This could not be read again, so it may be out of date. {messageOf(read.error)}
        </Notice>
      )}
      {children(read.data)}
    </>
  )
}

/** Grey lines in place of text that is on its way. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div class="skeleton" aria-busy="true">
      <span class="unseen">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="line" />
      ))}
    </div>
  )
}
