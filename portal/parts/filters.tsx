import { useEffect, useState } from 'preact/hooks'
import { useSearch } from '../search.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { CloseIcon } from './icons.tsx'
import { Select } from './select.tsx'

export interface FilterField {
  /** The name in the address, and of the query parameter. */
  key: string
  label: string
  /** By default a choice of one of `options`. */
  kind?: 'text' | 'date'
  options?: readonly { value: string; label: string }[]
  placeholder?: string
  /** The choice if the address has none. Such a filter does not offer "All". */
  fallback?: string
}

const TYPING_MS = 300

/**
 * Filters whose values are in the address, so that a link, a bookmark and the back button lead to the same list. Read them with
 * `useSearch`. Each active filter is also a chip that removes it.
 */
export function Filters({ fields }: { fields: readonly FilterField[] }) {
  const { values, set } = useSearch()
  const active = fields.filter(({ key, fallback }) => values[key] && values[key] !== fallback)
  const clear = (keys: readonly FilterField[]): void =>
    set({ ...Object.fromEntries(keys.map(({ key }) => [key, undefined])), cursor: undefined })
  return (
    <search class="filters">
      <div class="fields">
        {fields.map((field) => (
          <FilterInput
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            onChange={(value) => set({ [field.key]: value, cursor: undefined })}
          />
        ))}
      </div>
      {active.length > 0 && (
        <div class="chips">
          {active.map((field) => (
            <button
              key={field.key}
              type="button"
              class="chip"
              aria-label={`Remove the filter ${field.label}: ${nameOf(field, values[field.key])}`}
              onClick={() => clear([field])}
            >
              {field.label}: {nameOf(field, values[field.key])}
              <CloseIcon />
            </button>
          ))}
          {active.length > 1 && (
            <Button look="plain" size="small" onClick={() => clear(active)}>
              Clear all
            </Button>
          )}
        </div>
      )}
    </search>
  )
}

const nameOf = ({ options = [] }: FilterField, value = ''): string =>
  options.find((option) => option.value === value)?.label ?? value

function FilterInput({
  field,
  value,
  onChange,
}: {
  field: FilterField
  value: string
  onChange: (value: string) => void
}) {
  if (field.options) {
    const { label, fallback } = field
    const options = fallback === undefined ? [{ value: '', label: 'All' }, ...field.options] : field.options
    return <Select label={label} value={value || (fallback ?? '')} onChange={onChange} options={options} />
  }
  return <TypedInput field={field} value={value} onChange={onChange} />
}

/** Reaches the address when the typing pauses. */
function TypedInput({
  field,
  value,
  onChange,
}: {
  field: FilterField
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { label, placeholder, kind } = field
  return (
    <Field
      label={label}
      type={kind === 'date' ? 'date' : 'search'}
      value={text}
      onChange={setText}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
}
