import { useState } from 'preact/hooks'
import { ApiError, fieldError } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { EVENT_NAMES, OPTIONAL_EVENT_NAMES } from '../events/words.ts'

const ALL_BUT_OPTIONAL = `Without the optional ones, which you choose by name: ${Object.values(OPTIONAL_EVENT_NAMES).join(', ').toLowerCase()}.`

export interface WebhookSettings {
  url: string
  /** None means every kind but the optional ones. */
  events: string[]
}

export interface WebhookFormProps {
  initial: WebhookSettings
  action: string
  busy: boolean
  error: unknown
  onSubmit: (settings: WebhookSettings) => void
  onCancel: () => void
}

/** The address of a webhook, and the events that it gets. */
export function WebhookForm({ initial, action, busy, error, onSubmit, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url)
  const [isEvery, setEvery] = useState(initial.events.length === 0)
  const [events, setEvents] = useState<readonly string[]>(initial.events)
  const [asksForEvents, setAsksForEvents] = useState(false)
  const urlError = urlErrorOf(error)
  const submit = (): void => {
    const isMissing = !isEvery && events.length === 0
    setAsksForEvents(isMissing)
    if (!isMissing && !busy) onSubmit({ url: url.trim(), events: isEvery ? [] : [...events] })
  }
  return (
    <Form
      error={urlError === undefined ? error : undefined}
      onSubmit={submit}
      actions={
        <>
          <Button type="submit" look="primary" busy={busy}>
            {action}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </>
      }
    >
      <Field
        label="Address of your receiver"
        help="It begins with https:// and is reachable from the internet. It gets a POST for each event."
        placeholder="https://example.com/hooks/plumbline"
        value={url}
        onChange={setUrl}
        error={urlError}
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
    </Form>
  )
}

/** Another webhook with the same address is a problem of the address, too. */
function urlErrorOf(error: unknown): string | undefined {
  const isTaken = error instanceof ApiError && error.code === 'DUPLICATE_ITEM'
  return isTaken ? 'Another webhook in this account has this address.' : fieldError(error, 'url')
}
