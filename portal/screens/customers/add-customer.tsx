import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Call } from '../../parts/call.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useChange } from '../../queries.ts'

const CHANGES = { invalidates: ['/partner/portfolio', '/partner/home', '/partner/me', '/{account}/customers'] }

/** One address in each line, or separated by commas. */
const toAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** Registers one customer. */
export function AddCustomer({ onClose }: { onClose: () => void }) {
  const create = useChange('POST /partner/customers', CHANGES)
  const [draft, setDraft] = useState({ name: '', tenantId: '', email: '', receivers: '', recipients: '' })
  const [receivers, questionnaireRecipients] = [toAddresses(draft.receivers), toAddresses(draft.recipients)]
  const body = {
    name: draft.name.trim(),
    tenantId: draft.tenantId.trim(),
    ...(draft.email.trim() !== '' && { email: draft.email.trim() }),
    ...(receivers.length > 0 && { receivers }),
    ...(questionnaireRecipients.length > 0 && { questionnaireRecipients }),
  }
  const change = (field: keyof typeof draft) => (value: string) => {
    create.reset()
    setDraft({ ...draft, [field]: value })
  }
  const submit = async (): Promise<void> => {
    try {
      await create.mutateAsync({ body })
      notify(`${body.name} is added. Next: a link for the approval of its tenant.`)
      onClose()
    } catch {
      // The form shows it.
    }
  }
  const errorOf = (field: string): string | undefined => fieldError(create.error, field)
  const listError = (field: string): string | undefined =>
    errorOf(field) ?? errorOf(`${field}[0]`) ?? errorOf(`${field}[1]`) ?? errorOf(`${field}[2]`)
  return (
    <Dialog title="Add a customer" onClose={onClose}>
      <Form
        error={create.error}
        onSubmit={() => {
          if (!create.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={create.isPending}>
              Add customer
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Call title="Create a customer" method="POST" path="/customers" body={body} />
          </>
        }
      >
        <Field
          label="Name"
          value={draft.name}
          onChange={change('name')}
          error={errorOf('name')}
          maxLength={200}
          required
          autoFocus
        />
        <Field
          label="Tenant id"
          value={draft.tenantId}
          onChange={change('tenantId')}
          error={errorOf('tenantId')}
          help="In the Entra admin center under Overview, as in 5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02."
          required
        />
        <Field
          label="Contact"
          type="email"
          value={draft.email}
          onChange={change('email')}
          error={errorOf('email')}
          required={false}
        />
        <Field
          label="Who gets reports"
          value={draft.receivers}
          onChange={change('receivers')}
          error={listError('receivers')}
          help="E-mail addresses, separated by commas."
          required={false}
        />
        <Field
          label="Who answers questionnaires"
          value={draft.recipients}
          onChange={change('recipients')}
          error={listError('questionnaireRecipients')}
          help="E-mail addresses, separated by commas."
          required={false}
        />
      </Form>
    </Dialog>
  )
}
