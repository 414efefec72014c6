import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

export interface ConfirmProps {
  title: string
  /** What will happen, and whether it can be undone. */
  children: ComponentChildren
  /** The verb on the button, such as "Revoke key". */
  action: string
  /** By default the action destroys something. */
  look?: 'danger' | 'primary'
  /** The name that must be typed first, for what cannot be undone. */
  typeName?: string
  /** Does it. A rejection is shown in the dialog, which stays open. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is done, says what happens, and shows why it failed. */
export function Confirm({ title, children, action, look = 'danger', typeName, onConfirm, onClose }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const isTyped = typeName === undefined || typed.trim() === typeName
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (isTyped && !busy) void confirm()
        }}
        error={error}
        actions={
          <>
            <Button
              type="submit"
              look={look}
              busy={busy}
              disabledReason={isTyped ? undefined : `Type “${typeName}” first.`}
            >
              {action}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <div class="prose">{children}</div>
        {typeName !== undefined && (
          <Field
            label={`Type “${typeName}” to confirm`}
            value={typed}
            onChange={setTyped}
            autocomplete="off"
            autoFocus
          />
        )}
      </Form>
    </Dialog>
  )
}
