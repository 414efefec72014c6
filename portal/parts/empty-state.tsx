import type { ComponentChildren } from 'preact'
import { type CallProps, Curl } from './call.tsx'

export interface EmptyStateProps {
  /** What is missing, as a sentence: "No events yet." */
  title: string
  /** Why, and what would change it. */
  children?: ComponentChildren
  /** The button or link of the next step. */
  action?: ComponentChildren
  /** The same step as a call of the API. */
  call?: Omit<CallProps, 'title'>
}

/** Shown in place of an empty list: what is missing, and the next step, also as a call of the API. */
export function EmptyState({ title, children, action, call }: EmptyStateProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <div class="soft">{children}</div>}
      {action && <div class="actions">{action}</div>}
      {call && (
        <details>
          <summary>By the API</summary>
          <Curl {...call} />
        </details>
      )}
    </div>
  )
}
