import { useState } from 'preact/hooks'
import { contactText } from '../../../src/shared/html/partner-look.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Card, Facts, Screen } from '../../parts/screen.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { type Brand, isColour, toChange, toDraft } from './draft.ts'
import { Fields } from './fields.tsx'
import { Preview } from './preview.tsx'

/** How reports look and what they call the partner, with what customers see in that look beside it. */
export default function BrandScreen() {
  const { account } = useSession()
  // The service has no such path for distributors.
  return account.kind === 'partner' ? <OwnBrand /> : <NotFound />
}

function OwnBrand() {
  const brand = useRead('/partner/brand')
  const refusal = useRoleReason('admin')
  return (
    <Screen
      title="Report branding"
      intro="Your name, logo, colour and contact, as your customers see them: on every report, in emails, on questionnaires, and where they approve you."
      call={{ title: 'Read the branding of your reports', path: '/brand' }}
    >
      <Loaded read={brand} lines={8}>
        {(stored) => (refusal === undefined ? <Editor stored={stored} /> : <Shown stored={stored} />)}
      </Loaded>
    </Screen>
  )
}

const FIELDS = ['name', 'colour', 'logo.data', 'contact.email', 'contact.phone', 'contact.website', 'timeZone'] as const

function Editor({ stored }: { stored: Brand }) {
  const { account } = useSession()
  const [draft, setDraft] = useState(toDraft(stored))
  const save = useChange('PUT /partner/brand', { invalidates: ['/partner/brand'] })
  const change = toChange(stored, draft)
  const reason = change === undefined ? 'There are no changes to save.' : reasonOf(draft.colour)
  const submit = async (): Promise<void> => {
    if (change === undefined) return
    try {
      setDraft(toDraft(await save.mutateAsync({ body: change })))
      notify('Saved. All reports now use this branding.')
    } catch {
      // The form shows it.
    }
  }
  return (
    <div class="brand-screen">
      <Card title="Look">
        <Form
          error={save.error}
          fields={FIELDS}
          onSubmit={() => {
            if (!save.isPending && reason === undefined) void submit()
          }}
          actions={
            <>
              <Button type="submit" look="primary" busy={save.isPending} disabledReason={reason}>
                Save
              </Button>
              {change !== undefined && <Button onClick={() => setDraft(toDraft(stored))}>Discard changes</Button>}
            </>
          }
        >
          <Fields
            draft={draft}
            onChange={(change) => setDraft((known) => ({ ...known, ...change }))}
            company={account.name}
            error={save.error}
          />
        </Form>
      </Card>
      <Preview draft={draft} />
    </div>
  )
}

const reasonOf = (colour: string): string | undefined =>
  isColour(colour) ? undefined : 'Enter the colour as # and six hex digits, for example #0c5a63.'

/** What everybody else sees. */
function Shown({ stored }: { stored: Brand }) {
  const { account } = useSession()
  const [draft] = useState(toDraft(stored))
  return (
    <div class="brand-screen">
      <Card title="Look">
        <div class="stack">
          <Notice tone="info">Only owners and administrators can change the branding of reports.</Notice>
          <Facts
            facts={[
              ['Name on reports', stored.name ?? account.name],
              ['Colour', stored.colour ?? 'Default'],
              ['Logo', stored.logo ? 'Set' : 'None'],
              ['Contact', stored.contact ? contactText(stored.contact) : 'None'],
              ['Time zone', stored.timeZone ?? 'UTC'],
            ]}
          />
        </div>
      </Card>
      <Preview draft={draft} />
    </div>
  )
}
