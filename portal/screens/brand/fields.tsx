import { useId, useState } from 'preact/hooks'
import { LOCALES } from '../../../src/shared/dates/locales.ts'
import { ApiError, fieldError } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import { type Draft, readLogo } from './draft.ts'

export interface FieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  /** What reports are signed with where no name is chosen. */
  company: string
  /** Why the last try to save failed. */
  error: unknown
}

const ACCENT = '#0c5a63'

export function Fields({ draft, onChange, company, error }: FieldsProps) {
  const colourId = useId()
  return (
    <>
      <Field
        label="Name on reports"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        placeholder={company}
        maxLength={200}
        required={false}
        error={fieldError(error, 'name')}
      />
      <LogoField draft={draft} onChange={onChange} error={fieldError(error, 'logo.data')} />
      <div class="colour">
        <Field
          label="Colour"
          help="For headings and lines. Text uses a readable shade of it, in light and dark mode."
          value={draft.colour}
          onChange={(colour) => onChange({ colour: colour.trim().toLowerCase() })}
          placeholder={ACCENT}
          maxLength={7}
          required={false}
          error={fieldError(error, 'colour')}
        />
        <label for={colourId} class="unseen">
          Pick the colour
        </label>
        <input
          type="color"
          id={colourId}
          value={/^#[0-9a-f]{6}$/.test(draft.colour) ? draft.colour : ACCENT}
          onInput={(event) => onChange({ colour: event.currentTarget.value })}
        />
      </div>
      <Contact draft={draft} onChange={onChange} error={error} />
      <TimeZone draft={draft} onChange={onChange} error={fieldError(error, 'timeZone')} />
      <Select
        label="Dates and times"
        help="In PDF files and workbooks. The language stays English."
        value={draft.locale}
        onChange={(locale) => onChange({ locale })}
        options={[
          { value: '', label: `British English: ${exampleIn('en-GB')}` },
          ...LOCALES.filter((locale) => locale !== 'en-GB').map((locale) => ({
            value: locale,
            label: `${nameOf(locale)}: ${exampleIn(locale)}`,
          })),
        ]}
      />
    </>
  )
}

/** How customers reach the partner. */
function Contact({ draft, onChange, error }: Omit<FieldsProps, 'company'>) {
  return (
    <>
      <Field
        label="Email address for questions"
        help="Your customers see these three wherever they see your name."
        type="email"
        value={draft.email}
        onChange={(email) => onChange({ email })}
        maxLength={254}
        required={false}
        error={fieldError(error, 'contact.email')}
      />
      <Field
        label="Telephone"
        type="tel"
        value={draft.phone}
        onChange={(phone) => onChange({ phone })}
        maxLength={40}
        required={false}
        error={fieldError(error, 'contact.phone')}
      />
      <Field
        label="Website"
        type="url"
        value={draft.website}
        onChange={(website) => onChange({ website })}
        placeholder="https://"
        maxLength={200}
        required={false}
        error={fieldError(error, 'contact.website')}
      />
    </>
  )
}

const NAMES = new Intl.DisplayNames('en-GB', { type: 'language' })
const nameOf = (locale: string): string => NAMES.of(locale) ?? locale

const EXAMPLE = Date.UTC(2026, 4, 8)

/** A day as reports write it. */
const exampleIn = (locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...(locale.startsWith('en') ? { day: 'numeric', month: 'long' } : { day: '2-digit', month: '2-digit' }),
    year: 'numeric',
    timeZone: 'UTC',
  }).format(EXAMPLE)

/** The zones that the browser knows, with those of the account and of the browser first. */
function TimeZone({ draft, onChange, error }: Pick<FieldsProps, 'draft' | 'onChange'> & { error: string | undefined }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Set([draft.timeZone, own, ...Intl.supportedValuesOf('timeZone')])
  zones.delete('')
  zones.delete('UTC')
  return (
    <Select
      label="Time zone"
      help="For times in PDF files and workbooks. Web pages use the reader’s own time zone."
      value={draft.timeZone}
      onChange={(timeZone) => onChange({ timeZone })}
      options={[{ value: '', label: 'UTC' }, ...[...zones].map((zone) => ({ value: zone, label: zone }))]}
      error={error}
    />
  )
}

/** The service names the field of its API. */
const toWords = (message: string): string => message.replace(/^logo\.data/, 'The logo')

/** A chosen file is checked by the service at once, which returns it as it would be stored. */
function LogoField({
  draft,
  onChange,
  error,
}: Pick<FieldsProps, 'draft' | 'onChange'> & { error: string | undefined }) {
  const id = useId()
  const check = useChange('POST /partner/brand/logo')
  const [refused, setRefused] = useState<string>()
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setRefused(undefined)
    const read = await readLogo(file)
    if ('refused' in read) return setRefused(read.refused)
    try {
      onChange({ logo: await check.mutateAsync({ body: read }) })
    } catch (failure) {
      setRefused(failure instanceof ApiError ? toWords(failure.message) : 'The logo could not be checked. Try again.')
    }
  }
  const wrong = refused ?? (error && toWords(error))
  return (
    <div class="field logo-field">
      <label for={id}>
        Logo <span class="soft">(optional)</span>
      </label>
      <p class="help" id={`${id}-help`}>
        PNG or JPEG, at most 200 kB and 2000 × 2000 pixels.
      </p>
      {draft.logo && (
        <div class="row">
          <img src={`data:${draft.logo.type};base64,${draft.logo.data}`} alt="Your logo" />
          <Button
            size="small"
            onClick={() => {
              setRefused(undefined)
              onChange({ logo: undefined })
            }}
          >
            Remove the logo
          </Button>
        </div>
      )}
      <input
        type="file"
        id={id}
        accept="image/png,image/jpeg"
        aria-describedby={wrong === undefined ? `${id}-help` : `${id}-help ${id}-error`}
        aria-invalid={wrong === undefined ? undefined : 'true'}
        onChange={(event) => {
          const { currentTarget } = event
          void choose(currentTarget.files?.[0]).finally(() => {
            // The same file may be chosen again after it was corrected.
            currentTarget.value = ''
          })
        }}
      />
      <div role="alert">
        {wrong !== undefined && (
          <p class="error" id={`${id}-error`}>
            {wrong}
          </p>
        )}
      </div>
    </div>
  )
}
