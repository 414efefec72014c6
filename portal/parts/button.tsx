import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface ButtonProps {
  children: ComponentChildren
  onClick?: ((event: MouseEvent) => void) | undefined
  type?: 'button' | 'submit'
  /** `primary` at most once in view. By default a quiet button with a border. */
  look?: 'primary' | 'danger' | 'plain'
  size?: 'small'
  /** Why it cannot be used now: it stays reachable by keyboard and says so. */
  disabledReason?: string | undefined
  /** While the call runs: it does not act again. */
  busy?: boolean
  /** An accessible name, if its text is not enough. */
  label?: string
}

/** A button. It never disappears: if the action is not possible now, it says why. */
export function Button({ children, onClick, type = 'button', look, size, disabledReason, busy, label }: ButtonProps) {
  const reasonId = useId()
  const off = disabledReason !== undefined || busy
  const button = (
    <button
      type={type}
      class={['button', look, size].filter(Boolean).join(' ')}
      aria-disabled={off ? 'true' : undefined}
      aria-busy={busy ? 'true' : undefined}
      aria-describedby={disabledReason === undefined ? undefined : reasonId}
      aria-label={label}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <span class="with-reason">
      {button}
      <span role="tooltip" id={reasonId} class="reason">
        {disabledReason}
      </span>
    </span>
  )
}
