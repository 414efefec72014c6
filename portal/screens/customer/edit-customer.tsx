import { useState } from 'preact/hooks'
import { notify } from '../../parts/announce.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useChange } from '../../queries.ts'
import { CUSTOMER_FIELDS, type CustomerDraft, CustomerFields, toAddresses } from '../customers/customer-fields.tsx'
import type { Customer } from './frame.tsx'

const CHANGES = { invalidates: ['/partner/customers', '/partner/portfolio', '/{account}/audit'] }

const toDraft = ({ name, tenantId, email, receivers, questionnaireRecipients }: Customer): CustomerDraft => ({
  name,
  tenantId,
  email: email ?? '',
  receivers: receivers.join(', '),
  recipients: questionnaireRecipients.join(', '),
})

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()

/** Only what differs, so that two people who change different fields do not undo each other. */
function changeOf(customer: Customer, draft: CustomerDraft) {
  const { name, tenantId, email } = {
    name: draft.name.trim(),
    tenantId: draft.tenantId.trim(),
    email: draft.email.trim(),
  }
  const [receivers, questionnaireRecipients] = [toAddresses(draft.receivers), toAddresses(draft.recipients)]
  return {
    ...(name !== customer.name && { name }),
    ...(tenantId !== customer.tenantId && { tenantId }),
    ...(email !== (customer.email ?? '') && { email: email === '' ? null : email }),
    ...(!isSame(receivers, customer.receivers) && { receivers }),
    ...(!isSame(questionnaireRecipients, customer.questionnaireRecipients) && { questionnaireRecipients }),
  }
}

/** Changes who the customer is, and who gets its reports and questionnaires. */
export function EditCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id } = customer
  const save = useChange('PUT /partner/customers/:id', CHANGES)
  const [draft, setDraft] = useState(() => toDraft(customer))
  const body = changeOf(customer, draft)
  const submit = async (): Promise<void> => {
    await save.mutateAsync({ params: { id }, body, isStrict: true })
    notify('The customer was changed.')
    onClose()
  }
  return (
    <FormDialog
      title="Edit the customer"
      action="Save"
      change={save}
      fields={CUSTOMER_FIELDS}
      disabledReason={Object.keys(body).length === 0 ? 'There are no changes to save.' : undefined}
      onSubmit={submit}
      onClose={onClose}
      call={{ title: 'Change the customer', method: 'PUT', path: `/customers/${id}`, body }}
    >
      <CustomerFields
        draft={draft}
        onChange={(changed) => {
          save.reset()
          setDraft(changed)
        }}
        error={save.error}
        tenantHelp="A new tenant must approve you before runs can read it. Earlier runs stay with the customer."
      />
    </FormDialog>
  )
}
