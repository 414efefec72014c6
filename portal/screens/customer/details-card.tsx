import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Id } from '../../parts/copy.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRoleReason } from '../../session.ts'
import { DeleteCustomer } from './delete-customer.tsx'
import { EditCustomer } from './edit-customer.tsx'
import type { Customer } from './frame.tsx'

/** Who the customer is, and who gets its reports and questionnaires. */
export function DetailsCard({ customer }: { customer: Customer }) {
  const { id, email, receivers, questionnaireRecipients, createdAt } = customer
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const roleReason = useRoleReason('technician')
  const close = (): void => setOpen(undefined)
  const nobody = <span class="soft">Nobody</span>
  return (
    <Card
      title="Details"
      actions={
        <Button size="small" label="Edit the customer" disabledReason={roleReason} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      }
    >
      <div class="stack">
        <Facts
          facts={[
            ['Contact', email ?? <span class="soft">Not given</span>],
            ['Reports go to', receivers.length > 0 ? receivers.join(', ') : nobody],
            ['Questions go to', questionnaireRecipients.length > 0 ? questionnaireRecipients.join(', ') : nobody],
            ['Added', <Time key="added" at={createdAt} />],
            ['Id', <Id key="id" value={id} what="customer id" />],
          ]}
        />
        <div class="row">
          <Button size="small" disabledReason={roleReason} onClick={() => setOpen('delete')}>
            Delete the customer
          </Button>
        </div>
      </div>
      {open === 'edit' && <EditCustomer customer={customer} onClose={close} />}
      {open === 'delete' && <DeleteCustomer customer={customer} onClose={close} />}
    </Card>
  )
}
