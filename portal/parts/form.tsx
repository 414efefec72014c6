import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { errorBesides } from '../api.ts'
import { Failure } from './notice.tsx'

export interface FormProps {
  /** Called when it is sent; the browser has checked required fields before. */
  onSubmit: () => void
  /** Why the last try failed. */
  error?: unknown
  /** The fields that show, by `fieldError`, what is wrong with them: what is about these alone is not repeated above them. */
  fields?: readonly string[] | undefined
  children: ComponentChildren
  /** The buttons below the fields, the one that sends it first. */
  actions?: ComponentChildren
}

/** A form whose fields are state of the component around it. After a failed try it moves to the first problem. */
export function Form({ onSubmit, error, fields = [], children, actions }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) showProblem(form.current)
  }, [error])
  const besides = errorBesides(error, fields)
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {besides ? <Failure error={besides} /> : null}
      {children}
      {actions && <div class="actions">{actions}</div>}
    </form>
  )
}

/** Many forms are longer than their window, and the button that sends them is at the end. */
function showProblem(form: HTMLFormElement | null): void {
  const problem = form?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')
  problem?.scrollIntoView({ block: 'center' })
  problem?.focus({ preventScroll: true })
}
