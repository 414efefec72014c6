import type { ComponentChildren } from 'preact'
import { Failure } from './notice.tsx'

export interface FormProps {
  /** Called when it is sent; the browser has checked required fields before. */
  onSubmit: () => void
  /** Why the last try failed. What belongs to one field is shown there, by `fieldError`. */
  error?: unknown
  children: ComponentChildren
  /** The buttons below the fields, the one that sends it first. */
  actions?: ComponentChildren
}

/** A form whose fields are state of the component around it. */
export function Form({ onSubmit, error, children, actions }: FormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {error ? <Failure error={error} /> : null}
      {children}
      {actions && <div class="actions">{actions}</div>}
    </form>
  )
}
