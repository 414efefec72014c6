import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
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
    try {
      const { company, email } = await create.mutateAsync({ body: toNewPartner(draft) })
      onClose()
      notify(`${company} is invited: ${email} gets a link.`)
    } catch {
      // The form shows it.
    }
  }
  const wrong = (field: string): string | undefined => fieldError(create.error, field)
  return (
    <Dialog title="Invite partner" onClose={onClose}>
      <Form
        error={FIELDS.some(wrong) ? undefined : create.error}
        onSubmit={() => {
          if (!create.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={create.isPending}>
              Send the invitation
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <p>The administrator gets an e-mail with a link, which works for 7 days and activates the account.</p>
        <PartnerFields draft={draft} onChange={setDraft} wrong={wrong} />
      </Form>
    </Dialog>
  )
}
