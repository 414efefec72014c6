import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Call, type CallProps } from './call.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

export interface FormDialogProps {
  title: string
  /** The words of the button that sends it. */
  action: string
  /** Why it cannot be sent yet. */
  disabledReason?: string | undefined
  /** The change that the form makes: the form shows why it failed. */
  change: { error: unknown; isPending: boolean }
  /** Makes the change; may reject with its error. */
  onSubmit: () => Promise<void>
  onClose: () => void
  /** The same as a call of the API. */
  call?: CallProps
  children: ComponentChildren
}

/** A form in a dialog, with a button that sends it and one that closes it. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, disabledReason, change, onSubmit, onClose, call, children } = props
  const submit = async (): Promise<void> => {
    try {
      await onSubmit()
    } catch {
      // The form shows it.
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        error={change.error}
        onSubmit={() => {
          if (!change.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={change.isPending} disabledReason={disabledReason}>
              {action}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            {call && <Call {...call} />}
          </>
        }
      >
        {children}
      </Form>
    </Dialog>
  )
}
