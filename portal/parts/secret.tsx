import { useId } from 'preact/hooks'
import { Copy } from './copy.tsx'

export interface SecretProps {
  /** What it is, as in "API key". */
  label: string
  value: string
}

/** A secret that is shown once: readable, easy to select and to copy, with the warning that it will not be shown again. */
export function Secret({ label, value }: SecretProps) {
  const id = useId()
  return (
    <div class="secret">
      <p id={id}>{label}</p>
      <div class="value">
        <output aria-labelledby={id}>
          <code>{value}</code>
        </output>
        <Copy value={value} what={label} wordy />
      </div>
      <p class="soft">Store it now: it will not be shown again.</p>
    </div>
  )
}
