import { useState } from 'preact/hooks'
import { notify } from '../../parts/announce.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useChange } from '../../queries.ts'
import { CUSTOMER_FIELDS, CustomerFields, EMPTY_DRAFT, toAddresses } from './customer-fields.tsx'

const CHANGES = { invalidates: ['/partner/portfolio', '/partner/home', '/partner/me', '/{account}/customers'] }

/** Registers one customer. */
export function AddCustomer({ onClose }: { onClose: () => void }) {
  const create = useChange('POST /partner/customers', CHANGES)
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [receivers, questionnaireRecipients] = [toAddresses(draft.receivers), toAddresses(draft.recipients)]
  const body = {
    name: draft.name.trim(),
    tenantId: draft.tenantId.trim(),
    ...(draft.email.trim() !== '' && { email: draft.email.trim() }),
    ...(receivers.length > 0 && { receivers }),
    ...(questionnaireRecipients.length > 0 && { questionnaireRecipients }),
  }
  const submit = async (): Promise<void> => {
    await create.mutateAsync({ body })
    notify(`${body.name} was added. Next: create a link so that its tenant can approve you.`)
    onClose()
  }
  return (
    <FormDialog
      title="Add a customer"
      action="Add customer"
      change={create}
      fields={CUSTOMER_FIELDS}
      onSubmit={submit}
      onClose={onClose}
      call={{ title: 'Create a customer', method: 'POST', path: '/customers', body }}
    >
      <CustomerFields
        draft={draft}
        onChange={(changed) => {
          create.reset()
          setDraft(changed)
        }}
        error={create.error}
        tenantHelp="In the Entra admin center under Overview, for example 5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02."
      />
    </FormDialog>
  )
}
