import { useState } from 'preact/hooks'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/call.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'

/** Makes a link with which an administrator of the tenant approves access, and shows it once. */
export function ConsentLinkButton({ customerId, look }: { customerId: string; look?: 'primary' | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const roleReason = useRoleReason('technician')
  const create = useChange('POST /partner/customers/:id/consent-link', { invalidates: ['/partner/customers'] })
  const submit = async (): Promise<void> => {
    try {
      await create.mutateAsync({ params: { id: customerId } })
      setOpen(true)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <>
      <Button {...(look && { look })} busy={create.isPending} disabledReason={roleReason} onClick={() => void submit()}>
        Create a consent link
      </Button>
      {isOpen && create.data && (
        <Dialog title="Send this link" onClose={() => setOpen(false)}>
          <div class="stack">
            <p>
              Send it to a Global Administrator or Privileged Role Administrator of the customer’s tenant. It is valid
              for one approval, until <Time at={create.data.expiresAt} show="full" />. It replaces any earlier link.
            </p>
            <Code text={create.data.url} what="consent link" />
          </div>
        </Dialog>
      )}
    </>
  )
}
