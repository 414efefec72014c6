import { useState } from 'preact/hooks'
import { LOCALES, type Locale } from '../../../src/shared/dates/locales.ts'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Card, Screen } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import { reloadSession, useSession } from '../../session.ts'
import { exampleOf, localeName } from './examples.ts'
import { Mails } from './mails.tsx'

/** What somebody chooses for themselves. */
export default function Settings() {
  const { visit } = useSession()
  return (
    <Screen
      title="My settings"
      intro="How the portal shows times and numbers, and which emails you get. These settings apply only to you."
    >
      <div class="stack">
        <TimesAndNumbers />
        {!visit && <Mails />}
      </div>
    </Screen>
  )
}

function TimesAndNumbers() {
  const { person } = useSession()
  const { preferences: stored } = person
  const [timeZone, setTimeZone] = useState(stored.timeZone ?? '')
  const [locale, setLocale] = useState<Locale | ''>(stored.locale ?? '')
  const save = useChange('PUT /me/preferences')
  const isSame = timeZone === (stored.timeZone ?? '') && locale === (stored.locale ?? '')
  const submit = async (): Promise<void> => {
    try {
      await save.mutateAsync({ body: { ...(timeZone && { timeZone }), ...(locale && { locale }) } })
      await reloadSession()
      notify('Saved.')
    } catch {
      // The form shows it.
    }
  }
  const zones = new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])
  zones.delete('')
  zones.delete('UTC')
  return (
    <Card title="Times and numbers">
      <Form
        error={save.error}
        fields={['timeZone']}
        onSubmit={() => {
          if (!save.isPending && !isSame) void submit()
        }}
        actions={
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            disabledReason={isSame ? 'There are no changes to save.' : undefined}
          >
            Save
          </Button>
        }
      >
        <Select
          label="Time zone"
          value={timeZone}
          onChange={setTimeZone}
          options={[
            { value: '', label: `Same as your browser (${Intl.DateTimeFormat().resolvedOptions().timeZone})` },
            { value: 'UTC', label: 'UTC' },
            ...[...zones].map((zone) => ({ value: zone, label: zone })),
          ]}
          error={fieldError(save.error, 'timeZone')}
        />
        <Select
          label="Dates and numbers"
          help="The language stays English."
          value={locale}
          onChange={setLocale}
          options={[
            { value: '', label: `British English: ${exampleOf('en-GB', timeZone)}` },
            ...LOCALES.filter((each) => each !== 'en-GB').map((each) => ({
              value: each,
              label: `${localeName(each)}: ${exampleOf(each, timeZone)}`,
            })),
          ]}
        />
      </Form>
    </Card>
  )
}
