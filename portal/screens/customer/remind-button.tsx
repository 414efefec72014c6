import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { useRoleReason } from '../../session.ts'
import { Remind } from '../customers/remind.tsx'

/** Sends a reminder to the people of one customer who have open questions of a framework. */
export function RemindButton({ customerId, product }: { customerId: string; product: string }) {
  const [isOpen, setOpen] = useState(false)
  const roleReason = useRoleReason('technician')
  return (
    <>
      <Button
        size="small"
        label={`Send a reminder about ${frameworkName(product)}`}
        disabledReason={roleReason}
        onClick={() => setOpen(true)}
      >
        Send a reminder
      </Button>
      {isOpen && (
        <Remind
          selection={{ filter: { product }, customerIds: [customerId] }}
          about="this customer"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
