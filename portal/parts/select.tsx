import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface SelectProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; disabled?: boolean }[]
  help?: ComponentChildren
  error?: string | undefined
}

/** A labelled choice of one, by the browser's own list. */
export function Select<T extends string>({ label, value, onChange, options, help, error }: SelectProps<T>) {
  const id = useId()
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <select
        id={id}
        value={value}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
