import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Call, type CallProps } from './call.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Form, type FormProps } from './form.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'size'>, Pick<FormProps, 'fields'> {
  /** The words of the button that sends it. */
  action: string
  /** The change that the form makes by a call: the form shows why it failed. */
  change?: { error: unknown; isPending: boolean }
  /** Why it cannot be sent now. */
  disabledReason?: string | undefined
  /** Makes the change; its promise may reject with the error. */
  onSubmit: () => unknown
  onClose: () => void
  /** The change as a call of the API. */
  call?: CallProps
  children: ComponentChildren
}

const NOTHING = { error: undefined, isPending: false }

/** A form in a dialog, with a button that sends it and one that closes it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, fields, action, change = NOTHING, disabledReason, onSubmit, onClose, call, children } = props
  const submit = async (): Promise<void> => {
    try {
      await onSubmit()
    } catch {
      // The form shows it.
    }
  }
  return (
    <Dialog title={title} onClose={onClose} {...(size && { size })}>
      <Form
        error={change.error}
        fields={fields}
        onSubmit={() => {
          if (!change.isPending && disabledReason === undefined) void submit()
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
