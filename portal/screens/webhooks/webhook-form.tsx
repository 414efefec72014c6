import { useMemo, useState } from 'preact/hooks'
import { asFieldError, fieldError } from '../../api.ts'
import { Checkbox, Field } from '../../parts/field.tsx'
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { EVENT_NAMES, OPTIONAL_EVENT_NAMES } from '../events/words.ts'

const ALL_BUT_OPTIONAL = `Without the optional ones, which you choose by name: ${Object.values(OPTIONAL_EVENT_NAMES).join(', ').toLowerCase()}.`

const TAKEN = 'Another webhook in this account has this address.'

export interface WebhookSettings {
  url: string
  /** None means every kind but the optional ones. */
  events: string[]
}

export interface WebhookFormProps extends Pick<FormDialogProps, 'title' | 'action' | 'onClose'> {
  initial: WebhookSettings
  change: { error: unknown; isPending: boolean }
  onSubmit: (settings: WebhookSettings) => Promise<unknown>
}

/** The address of a webhook, and the events that it gets. */
export function WebhookForm({ initial, change, onSubmit, ...dialog }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url)
  const [isEvery, setEvery] = useState(initial.events.length === 0)
  const [events, setEvents] = useState<readonly string[]>(initial.events)
  const [asksForEvents, setAsksForEvents] = useState(false)
  const error = useMemo(() => asFieldError(change.error, 'DUPLICATE_ITEM', 'url', TAKEN), [change.error])
  const submit = async (): Promise<void> => {
    const isMissing = !isEvery && events.length === 0
    setAsksForEvents(isMissing)
    if (!isMissing) await onSubmit({ url: url.trim(), events: isEvery ? [] : [...events] })
  }
  return (
    <FormDialog {...dialog} change={{ isPending: change.isPending, error }} fields={['url']} onSubmit={submit}>
      <Field
        label="Address of your receiver"
        help="It begins with https:// and is reachable from the internet. It gets a POST for each event."
        placeholder="https://example.com/hooks/plumbline"
        value={url}
        onChange={setUrl}
        error={fieldError(error, 'url')}
        maxLength={2000}
        inputMode="url"
        autocomplete="off"
        required
        autoFocus
      />
      <fieldset class="kinds">
        <legend>Events</legend>
        <Checkbox label="All events" help={ALL_BUT_OPTIONAL} checked={isEvery} onChange={setEvery} />
        {!isEvery && (
          <>
            <div class="choices">
              {Object.entries(EVENT_NAMES).map(([type, name]) => (
                <Checkbox
                  key={type}
                  label={name}
                  checked={events.includes(type)}
                  onChange={(isChosen) =>
                    setEvents(isChosen ? [...events, type] : events.filter((other) => other !== type))
                  }
                />
              ))}
            </div>
            {asksForEvents && events.length === 0 && (
              <p class="error" role="alert">
                Choose at least one event, or all of them.
              </p>
            )}
          </>
        )}
        <p class="small soft">
          <Link to="/events" query={{ tab: 'types' }}>
            What each event contains, with examples
          </Link>
        </p>
      </fieldset>
    </FormDialog>
  )
}
