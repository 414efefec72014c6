import { Button } from '../../parts/button.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type Customer, stateOf } from './words.ts'

export interface ColumnOptions {
  disabledReason: string | undefined
  onRenew: (customer: Customer) => void
}

export function columnsOf({ disabledReason, onRenew }: ColumnOptions): readonly Column<Customer>[] {
  return [
    {
      id: 'name',
      header: 'Customer',
      isName: true,
      sort: ({ name }) => name,
      cell: ({ name, tenantId }) => (
        <>
          {name}
          <p class="soft small">{tenantId}</p>
        </>
      ),
    },
    {
      id: 'email',
      header: 'Contact',
      sort: ({ email }) => email ?? '',
      isLong: true,
      cell: ({ email }) => <div class="approval-contact">{email ?? <span class="soft">No address</span>}</div>,
    },
    {
      id: 'state',
      header: 'Approval',
      sort: (customer) => stateOf(customer, new Date()).words,
      cell: (customer) => {
        const { tone, words, reason } = stateOf(customer, new Date())
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            {reason !== undefined && <p class="soft small">{reason}</p>}
          </>
        )
      },
    },
    {
      id: 'link',
      header: 'Link expires',
      sort: ({ link }) => link?.expiresAt ?? '',
      cell: ({ approved, mail, link }) => (
        <>
          <Time at={approved ? undefined : link?.expiresAt} />
          {!approved && link?.createdAt && (
            <p class="soft small">
              {mail ? 'Sent' : 'Created'} <Time at={mail?.at ?? link.createdAt} />
            </p>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (customer) =>
        customer.approved ? null : (
          <Button
            size="small"
            disabledReason={disabledReason}
            label={`${customer.link ? 'Renew' : 'Create'} link for ${customer.name}`}
            onClick={() => onRenew(customer)}
          >
            {customer.link ? 'Renew' : 'Create link'}
          </Button>
        ),
    },
  ]
}
