import { useState } from 'preact/hooks'
import { toCurl } from '../curl.ts'
import { useSession } from '../session.ts'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { CodeIcon } from './icons.tsx'

export interface CallProps {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API of the account's kind, with the real ids, as in `/customers/cust_…/consent-link`. */
  path: string
  body?: unknown
  /** What the call does, as a verb and a noun: "List events". */
  title: string
}

/** The `</>` button beside an action: shows the same action as a call of the API, without the key. */
export function Call({ title, ...call }: CallProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="call" aria-label={`${title}: show the API call`} onClick={() => setOpen(true)}>
        <CodeIcon />
      </button>
      {isOpen && (
        <Dialog title={`${title} through the API`} onClose={() => setOpen(false)} size="wide">
          <Curl {...call} />
          <p class="soft small">
            Put your API key into the variable <code>PLUMBLINE_KEY</code> first. The full description is in the{' '}
            <a href="/docs/api">API reference</a>.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** A call as a command for the shell. */
export function Curl({ method = 'GET', path, body }: Omit<CallProps, 'title'>) {
  const { apiUrl, caFile, account } = useSession()
  return <Code text={toCurl({ apiUrl, caFile, kind: account.kind, method, path, body })} what="command" />
}

/** A block of code or JSON, with a button to copy it. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Copy value={text} what={what} wordy />
    </div>
  )
}
