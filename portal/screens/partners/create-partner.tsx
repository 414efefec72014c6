import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useChange } from '../../queries.ts'
import { type Draft, NEW_DRAFT, PartnerFields, toNewPartner } from './partner-fields.tsx'

const FIELDS = ['company', 'name', 'email', 'plan', 'billing.currency', 'billing.interval']

/** Asks for a new partner, shows what it costs, and invites it. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(NEW_DRAFT)
  const create = useChange('POST /distributor/partners', {
    invalidates: ['/distributor/portfolio', '/distributor/home', '/distributor/usage'],
  })
  const submit = async (): Promise<void> => {
    const { company, email } = await create.mutateAsync({ body: toNewPartner(draft) })
    onClose()
    notify(`${company} is invited: ${email} gets a link.`)
  }
  return (
    <FormDialog
      title="Invite partner"
      action="Send the invitation"
      change={create}
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>The administrator gets an email with a link, which works for 7 days and activates the account.</p>
      <PartnerFields draft={draft} onChange={setDraft} wrong={(field) => fieldError(create.error, field)} />
    </FormDialog>
  )
}
