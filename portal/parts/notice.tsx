import type { ComponentChildren } from 'preact'
import { ApiError } from '../api.ts'
import { BadIcon, GoodIcon, InfoIcon, WarnIcon } from './icons.tsx'
import type { Tone } from './tone.ts'

const ICONS = { good: GoodIcon, warn: WarnIcon, bad: BadIcon, info: InfoIcon } as const

export interface NoticeProps {
  tone: Tone
  title?: string
  children?: ComponentChildren
  /** Buttons or links at its end. */
  actions?: ComponentChildren
}

/** A message that stays in the page, beside what it is about. For what just happened, call `notify`. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const ToneIcon = ICONS[tone]
  return (
    <div class={`notice ${tone}`}>
      <ToneIcon />
      <div>
        {title && <p class="title">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div class="actions">{actions}</div>}
      </div>
    </div>
  )
}

/** Why a call failed, announced at once, with the id that support asks for. */
export function Failure({ error }: { error: unknown }) {
  const { requestId } = error instanceof ApiError ? error : {}
  return (
    <div role="alert">
      <Notice tone="bad">
        <p>{messageOf(error)}</p>
        {requestId && (
          <p class="small">
            Request <code>{requestId}</code>
          </p>
        )}
      </Notice>
    </div>
  )
}

/** The words of an error for people. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something failed on this page. Reload it.'

/** A short state in a table or beside a title, such as "Paused": never by colour alone. */
export function Badge({ tone, children }: { tone: Tone | 'dim'; children: ComponentChildren }) {
  const ToneIcon = tone === 'dim' ? undefined : ICONS[tone]
  return (
    <span class={`badge ${tone}`}>
      {ToneIcon && <ToneIcon />}
      {children}
    </span>
  )
}
