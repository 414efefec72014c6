import { plural } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import type { Customer } from './words.ts'

const CHANGES = { invalidates: ['/partner/approvals'] }

/** Sends each contact a mail with a link. */
export function SendMails({
  customers,
  onDone,
  onClose,
}: {
  customers: readonly Customer[]
  onDone: (words: string) => void
  onClose: () => void
}) {
  const send = useChange('POST /partner/approvals/mails', CHANGES)
  const withAddress = customers.filter(({ email }) => email !== undefined)
  const without = customers.filter(({ email }) => email === undefined)
  const submit = async (): Promise<void> => {
    try {
      const { queued } = await send.mutateAsync({ body: { customerIds: withAddress.map(({ id }) => id) } })
      onDone(`${plural(queued, 'mail')} on the way.`)
      onClose()
    } catch {
      // The form shows it.
    }
  }
  return (
    <Dialog title="Send links by mail" onClose={onClose}>
      <Form
        error={send.error}
        onSubmit={() => {
          if (!send.isPending && withAddress.length > 0) void submit()
        }}
        actions={
          <>
            <Button
              type="submit"
              look="primary"
              busy={send.isPending}
              disabledReason={withAddress.length > 0 ? undefined : 'None of them has an e-mail address.'}
            >
              Send {plural(withAddress.length, 'mail')}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <div class="prose">
          <p>
            Each goes to the customer’s contact, in your name, with a link of its own that works for 7 days. A link from
            before stops working.
          </p>
        </div>
        {without.length > 0 && (
          <Notice tone="warn" title={`${plural(without.length, 'customer')} without an e-mail address`}>
            {without
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', ')}
            {without.length > 5 && ` and ${without.length - 5} more`}: create links to copy for them.
          </Notice>
        )}
      </Form>
    </Dialog>
  )
}
