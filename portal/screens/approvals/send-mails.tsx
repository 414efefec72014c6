import { plural } from '../../format.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import { useAsked } from './matching.ts'
import { NewestNotice } from './newest-notice.tsx'
import type { Customer, Matching } from './words.ts'

const CHANGES = { invalidates: ['/partner/approvals'] }

export interface SendMailsProps {
  customers: readonly Customer[]
  /** All that match are meant, and not only these. */
  filter?: Matching
  onDone: (words: string) => void
  onClose: () => void
}

/** Sends each contact an email with a link. */
export function SendMails({ customers, filter, onDone, onClose }: SendMailsProps) {
  const some = useChange('POST /partner/approvals/mails', CHANGES)
  const all = useChange('POST /partner/approvals/matching/mails', CHANGES)
  const { asked, error } = useAsked(customers, filter)
  const without = filter ? [] : customers.filter(({ email }) => email === undefined)
  const count = asked?.withAddress ?? 0
  const lacking = asked ? asked.customers - asked.withAddress : 0
  const isPending = some.isPending || all.isPending || (!asked && !error)
  const submit = async (): Promise<void> => {
    const customerIds = customers.filter(({ email }) => email !== undefined).map(({ id }) => id)
    const { queued } = filter
      ? await all.mutateAsync({ body: filter })
      : await some.mutateAsync({ body: { customerIds } })
    onDone(`${plural(queued, 'email')} on the way.`)
    onClose()
  }
  return (
    <FormDialog
      title="Send links by email"
      action={`Send ${plural(count, 'email')}`}
      change={{ error: some.error ?? all.error ?? error, isPending }}
      disabledReason={asked && count === 0 ? 'None of these customers has an email address.' : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="prose">
        <p>
          Each email goes to the customer’s contact, in your name, with its own link that is valid for 7 days. Earlier
          links stop working.
        </p>
      </div>
      <NewestNotice asked={asked} />
      {lacking > 0 && (
        <Notice tone="warn" title={`${plural(lacking, 'customer')} without an email address`}>
          {without
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}
          {without.length > 5 && ` and ${without.length - 5} more`}
          {without.length > 0 ? ': create' : 'Create'} links to copy for them.
        </Notice>
      )}
    </FormDialog>
  )
}
