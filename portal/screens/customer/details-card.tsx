import { Id } from '../../parts/copy.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import type { Customer } from './frame.tsx'

/** Who the customer is, and who gets its reports and questionnaires. */
export function DetailsCard({ customer }: { customer: Customer }) {
  const { id, email, receivers, questionnaireRecipients, createdAt } = customer
  const nobody = <span class="soft">Nobody</span>
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['Contact', email ?? <span class="soft">Not given</span>],
          ['Reports go to', receivers.length > 0 ? receivers.join(', ') : nobody],
          ['Questions go to', questionnaireRecipients.length > 0 ? questionnaireRecipients.join(', ') : nobody],
          ['Added', <Time key="added" at={createdAt} />],
          ['Id', <Id key="id" value={id} what="customer id" />],
        ]}
      />
    </Card>
  )
}
