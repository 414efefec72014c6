import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { CloseIcon } from './icons.tsx'

export interface DialogProps {
  title: string
  /** Called by Escape and the close button; the owner stops rendering it. */
  onClose: () => void
  children: ComponentChildren
  /** Hides title and close button: for the palette, whose field is its title. */
  bare?: boolean
  /** `wide` for tables and payloads. */
  size?: 'wide'
}

/** A modal dialog: render it while it is open. The browser traps the focus, and returns it afterwards. */
export function Dialog({ title, onClose, children, bare, size }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing it before it is removed is what returns the focus.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={['dialog', bare && 'bare', size].filter(Boolean).join(' ')}
      aria-labelledby={bare ? undefined : id}
      aria-label={bare ? title : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {!bare && (
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="close" aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
      )}
      {children}
    </dialog>
  )
}
