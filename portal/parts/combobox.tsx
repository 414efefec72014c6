import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { matchOptions, type Option } from './match-options.ts'

export interface ComboboxProps {
  label: string
  options: readonly Option[]
  /** What is found only by typing, because there may be thousands. */
  more?: readonly Option[]
  /** Called with the option that was chosen by Enter or a click. */
  onPick: (option: Option) => void
  placeholder?: string
  /** What the list says when nothing matches. */
  empty?: string
  /** The list is always open and the label is for screen readers only, as in the palette. */
  inline?: boolean
  /** The field is empty again after a choice, for the next one. */
  clears?: boolean
  /** One sentence below the label. */
  help?: string
  /** What is wrong, as a sentence. */
  error?: string | undefined
  /**
   * Called when the text changes: an earlier choice no longer applies. Leaving the field then chooses the only option that
   * matches.
   */
  onType?: () => void
}

/** Rows that an unfolded list has at most; more are found by typing. */
const MAX_SHOWN = 50

/** The list under a field: what it shows, which option is current, and what the keys do. */
function useList({ options, more = [], onPick, inline, clears }: ComboboxProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const shown = matchOptions(text.trim() === '' ? options : [...options, ...more], text).slice(0, MAX_SHOWN)
  const open = inline || isOpen
  const current = open ? shown[Math.min(at, shown.length - 1)] : undefined
  const pick = (option: Option): void => {
    setText(inline || clears ? '' : option.label)
    setOpen(false)
    onPick(option)
  }
  const type = (typed: string): void => {
    setText(typed)
    setOpen(true)
    setAt(0)
  }
  const move = (to: number): void => {
    setOpen(true)
    setAt((to + shown.length) % Math.max(1, shown.length))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(open ? at + 1 : 0)
    else if (event.key === 'ArrowUp') move(open ? at - 1 : shown.length - 1)
    else if (event.key === 'Enter' && current) pick(current)
    else if (event.key === 'Escape' && isOpen && !inline) setOpen(false)
    else return
    event.preventDefault()
  }
  return { text, shown, open, isOpen, current, setOpen, setAt, pick, type, onKeyDown }
}

/**
 * A text field that filters a list, as the combobox pattern of the ARIA Authoring Practices has it: the focus stays in the
 * field, arrows move through the list, Enter chooses, Escape closes the list.
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, empty = 'Nothing matches.', inline, help, error, onType } = props
  const id = useId()
  const { text, shown, open, isOpen, current, setOpen, setAt, pick, type, onKeyDown } = useList(props)
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class={inline ? 'combobox inline' : 'field combobox'}>
      <label for={id} class={inline ? 'unseen' : undefined}>
        {label}
      </label>
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <input
        id={id}
        role="combobox"
        type="text"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={open ? 'true' : 'false'}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && `${id}-${current.id}`}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described || undefined}
        placeholder={placeholder}
        value={text}
        autofocus={inline}
        onInput={(event) => {
          type(event.currentTarget.value)
          onType?.()
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          if (onType && isOpen && shown.length === 1 && shown[0]) pick(shown[0])
        }}
        onKeyDown={onKeyDown}
      />
      <Options id={id} label={label} options={shown} current={current} hidden={!open} onPoint={setAt} onPick={pick} />
      {open && shown.length === 0 && (
        <p class="nothing" role="status">
          {empty}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface OptionsProps {
  /** Of the field. */
  id: string
  label: string
  options: readonly Option[]
  current: Option | undefined
  hidden: boolean
  onPoint: (index: number) => void
  onPick: (option: Option) => void
}

/** The list that the field unfolds; the current option is always in view. */
function Options({ id, label, options, current, hidden, onPoint, onPick }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.id])
  return (
    <div role="listbox" id={`${id}-list`} aria-label={label} ref={list} class="options" hidden={hidden}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the current option
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={option === current ? 'true' : 'false'}
          class="option"
          onPointerMove={() => onPoint(index)}
          // The field must not lose the focus before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          <span>{option.label}</span>
          {option.hint && <span class="hint">{option.hint}</span>}
        </div>
      ))}
    </div>
  )
}
