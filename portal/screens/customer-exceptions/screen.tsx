import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { dayAfter, toInstant } from '../../days.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'
import { columnsOf, type OpenException } from './columns.tsx'
import { CreateException, EndException, RenewException } from './exception-form.tsx'

const PAGE = 50

/** What somebody decided for a customer: accepted risks, controls in place of requirements, and emergency accounts. */
export default function CustomerExceptions() {
  return (
    <CustomerFrame
      tab="/customers/:id/exceptions"
      call={(id) => ({ title: 'List the exceptions', path: `/customers/${id}/exceptions` })}
    >
      {(customer) => <Exceptions customer={customer} />}
    </CustomerFrame>
  )
}

type Open = { what: 'create' } | OpenException

function Exceptions({ customer: { id } }: { customer: Customer }) {
  const { values } = useSearch()
  const query = { limit: PAGE, cursor: values.cursor }
  const read = useRead('/partner/customers/:id/exceptions', { params: { id }, query })
  const roleReason = useRoleReason('technician')
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  const create = (
    <Button look="primary" disabledReason={roleReason} onClick={() => setOpen({ what: 'create' })}>
      Record an exception
    </Button>
  )
  return (
    <Loaded read={read}>
      {({ exceptions, nextCursor }) => (
        <>
          {exceptions.length === 0 ? (
            <NoExceptions customerId={id} create={create} />
          ) : (
            <>
              <div class="row">{create}</div>
              <Table
                caption="Exceptions"
                columns={columnsOf({ onOpen: setOpen, disabledReason: roleReason })}
                rows={exceptions}
                rowKey={({ id }) => id}
              />
              <Pager next={nextCursor} count={exceptions.length} />
            </>
          )}
          {open?.what === 'create' && <CreateException customerId={id} onClose={close} />}
          {open?.what === 'renew' && <RenewException exception={open.exception} onClose={close} />}
          {open?.what === 'end' && <EndException exception={open.exception} onClose={close} />}
        </>
      )}
    </Loaded>
  )
}

function NoExceptions({ customerId, create }: { customerId: string; create: ComponentChildren }) {
  const body = {
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: 'The site closes in March.',
    approver: 'Ada Park, managing director',
    expiresAt: toInstant(dayAfter(new Date(), 180)),
  }
  return (
    <EmptyState
      title="No exceptions"
      action={create}
      call={{ method: 'POST', path: `/customers/${customerId}/exceptions`, body }}
    >
      Record who accepted a risk, or what replaces a requirement, and until when. Later runs take it into account.
    </EmptyState>
  )
}
