import type { ComponentChildren, FunctionComponent, HTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  name?: string
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'search' | 'date' | 'time' | 'number'
  /** One sentence below the label. */
  help?: ComponentChildren
  /** What is wrong, as a sentence: `fieldError(error, 'url')` has what the server said. */
  error?: string | undefined
  required?: boolean
  autocomplete?: string
  inputMode?: HTMLAttributes['inputMode']
  placeholder?: string
  maxLength?: number
  /** Several lines. */
  rows?: number
  /** Takes the focus when it appears, as the first field of a dialog. */
  autoFocus?: boolean
}

/** A labelled input with its help and its error. */
export function Field(props: FieldProps) {
  const { label, value, onChange, type = 'text', help, error, rows, autoFocus, required, ...rest } = props
  const id = useId()
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  const common = {
    ...rest,
    id,
    value,
    required,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    'aria-describedby': described === '' ? undefined : described,
    // Dialogs give the focus to the first element that asks for it.
    autofocus: autoFocus,
  }
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required === false && <span class="soft"> (optional)</span>}
      </label>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {rows === undefined ? (
        <TextInput {...common} type={type} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <textarea {...common} rows={rows} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Preact's types know which attributes go with which kind of input, but not where the kind is a variable. */
const TextInput = 'input' as unknown as FunctionComponent<
  Omit<HTMLAttributes<HTMLInputElement>, 'role'> & { type: string; value: string }
>

export interface CheckboxProps {
  label: ComponentChildren
  checked: boolean
  onChange: (checked: boolean) => void
  help?: ComponentChildren
  disabled?: boolean
}

/** A labelled checkbox. */
export function Checkbox({ label, checked, onChange, help, disabled }: CheckboxProps) {
  const id = useId()
  return (
    <div class="checkbox">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
