import { useState } from 'preact/hooks'
import { announce } from './announce.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'

const SHOWN_MS = 2_000

export interface CopyProps {
  value: string
  /** What is copied, as in "Copy key id". */
  what: string
  /** Shows the words beside the icon. */
  wordy?: boolean
}

/** A button that copies a text and says so. */
export function Copy({ value, what, wordy }: CopyProps) {
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setDone(true)
      announce(`Copied ${what}.`)
      setTimeout(() => setDone(false), SHOWN_MS)
    } catch {
      announce('The browser does not allow copying. Select the text instead.')
    }
  }
  return (
    <button type="button" class="copy" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {done ? <CheckIcon /> : <CopyIcon />}
      {wordy && (done ? 'Copied' : 'Copy')}
    </button>
  )
}

export interface IdProps {
  value: string
  /** What it identifies, as in "event id". */
  what: string
}

/** An id or another code, with a button to copy it. */
export function Id({ value, what }: IdProps) {
  return (
    <span class="id">
      <code>{value}</code>
      <Copy value={value} what={what} />
    </span>
  )
}
