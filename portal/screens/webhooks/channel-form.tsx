import { useState } from 'preact/hooks'
import type { NewChannel } from '../../../src/features/webhooks/schema.ts'
import { fieldError } from '../../api.ts'
import { Checkbox, Field, type FieldProps } from '../../parts/field.tsx'
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { useSession } from '../../session.ts'
import { ChannelCustomers } from './channel-customers.tsx'
import {
  type ChannelEvent,
  type ChannelFormat,
  FORMAT_NAMES,
  type MinSeverity,
  othersOf,
  RESULTS,
  type ResultChoice,
  SEVERITIES,
  STEPS,
  severityOf,
} from './channel-words.ts'

const MAX_NAME = 80

export interface ChannelFormProps extends Pick<FormDialogProps, 'title' | 'action' | 'onClose'> {
  initial: Pick<NewChannel, 'format' | 'name' | 'events' | 'minSeverity' | 'only'>
  /** A channel that exists has an address, which is not shown and may stay. */
  isNew: boolean
  change: { error: unknown; isPending: boolean }
  /** `url` is empty if the address stays. */
  onSubmit: (channel: NewChannel) => Promise<unknown>
}

/** The name, the address and the messages of a channel. */
export function ChannelForm({ initial, isNew, change, onSubmit, ...dialog }: ChannelFormProps) {
  const { kind } = useSession().account
  const [format, setFormat] = useState(initial.format)
  const [name, setName] = useState(initial.name)
  const [url, setUrl] = useState('')
  const [result, setResult] = useState<ResultChoice>(
    RESULTS.find(({ value }) => value !== '' && initial.events.includes(value))?.value ?? '',
  )
  const [others, setOthers] = useState<readonly ChannelEvent[]>(
    initial.events.filter((type) => !RESULTS.some(({ value }) => value === type)),
  )
  const [minSeverity, setMinSeverity] = useState(initial.minSeverity)
  const [only, setOnly] = useState(initial.only)
  const severity = severityOf(result, minSeverity)
  const [asksForEvents, setAsksForEvents] = useState(false)
  const events = [...(result === '' ? [] : [result]), ...others]
  const submit = async (): Promise<void> => {
    setAsksForEvents(events.length === 0)
    if (events.length > 0) {
      await onSubmit({
        format,
        name: name.trim(),
        url: url.trim(),
        events,
        ...(severity && { minSeverity: severity }),
        ...(only && { only }),
      })
    }
  }
  const errorOf = (field: string): string | undefined => fieldError(change.error, field)
  return (
    <FormDialog {...dialog} change={change} fields={['name', 'url', 'only']} onSubmit={submit}>
      <div class="channel">
        {isNew && <FormatField value={format} onChange={setFormat} />}
        <AddressField format={format} isNew={isNew} value={url} onChange={setUrl} error={errorOf('url')} />
        <Field
          label="Name"
          help="The name that people know the channel by."
          placeholder="#security"
          value={name}
          onChange={setName}
          error={errorOf('name')}
          maxLength={MAX_NAME}
          autocomplete="off"
          required
        />
        <ResultFields result={result} onResult={setResult} severity={severity} onSeverity={setMinSeverity} />
        {kind === 'partner' && <ChannelCustomers only={only} onChange={setOnly} error={errorOf('only')} />}
        <OtherEvents chosen={others} onChange={setOthers} isMissing={asksForEvents && events.length === 0} />
      </div>
    </FormDialog>
  )
}

function FormatField({ value, onChange }: { value: ChannelFormat; onChange: (format: ChannelFormat) => void }) {
  return (
    <Select
      label="Chat"
      value={value}
      onChange={onChange}
      options={(['teams', 'slack'] as const).map((value) => ({ value, label: FORMAT_NAMES[value] }))}
    />
  )
}

interface AddressFieldProps extends Pick<FieldProps, 'value' | 'onChange' | 'error'> {
  format: ChannelFormat
  isNew: boolean
}

/** The address, and how to get one from the chat. */
function AddressField({ format, isNew, ...field }: AddressFieldProps) {
  return (
    <>
      <ol class="how small">
        {STEPS[format].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Field
        label={isNew ? 'Address from the chat' : 'New address from the chat'}
        help={
          isNew
            ? 'It is stored encrypted and not shown again: anybody who has it can post to the channel.'
            : 'Leave it empty to keep the current one.'
        }
        {...field}
        maxLength={2000}
        inputMode="url"
        autocomplete="off"
        required={isNew}
      />
    </>
  )
}

interface OtherEventsProps {
  chosen: readonly ChannelEvent[]
  onChange: (chosen: readonly ChannelEvent[]) => void
  /** Nothing is chosen, although somebody has tried to save. */
  isMissing: boolean
}

/** Which messages there are besides those about results. */
function OtherEvents({ chosen, onChange, isMissing }: OtherEventsProps) {
  const { kind } = useSession().account
  return (
    <fieldset class="kinds">
      <legend>Also when</legend>
      {othersOf(kind).map(([type, label]) => (
        <Checkbox
          key={type}
          label={label}
          checked={chosen.includes(type)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, type] : chosen.filter((other) => other !== type))}
        />
      ))}
      {isMissing && (
        <p class="error" role="alert">
          Choose at least one kind of message.
        </p>
      )}
    </fieldset>
  )
}

/** Which results of runs are shown, and from which severity of findings on. */
function ResultFields({
  result,
  onResult,
  severity,
  onSeverity,
}: {
  result: ResultChoice
  onResult: (result: ResultChoice) => void
  severity: MinSeverity | '' | undefined
  onSeverity: (severity: MinSeverity | undefined) => void
}) {
  return (
    <>
      <Select
        label="Results of runs"
        help="One message per run, never one per finding. A customer got worse if the score fell by three points or more, or if there is a new critical finding."
        value={result}
        onChange={onResult}
        options={RESULTS}
      />
      {severity !== undefined && (
        <Select
          label="Only with findings that are"
          value={severity}
          onChange={(value) => onSeverity(value === '' ? undefined : value)}
          options={result === 'findings.changed' ? SEVERITIES[result] : SEVERITIES['assessment.completed']}
        />
      )}
    </>
  )
}
