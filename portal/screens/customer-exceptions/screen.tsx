import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatDate } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'
import { CreateException, RenewException } from './exception-form.tsx'
import { dayAfter, type Exception, KINDS, stateOf, toInstant } from './words.ts'

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

type Open = { what: 'create' } | { what: 'renew' | 'end'; exception: Exception }

function Exceptions({ customer: { id } }: { customer: Customer }) {
  const { values } = useSearch()
  const query = { limit: PAGE, cursor: values.cursor }
  const read = useRead('/partner/customers/:id/exceptions', { params: { id }, query })
  const remove = useChange('DELETE /partner/customers/:id/exceptions/:exceptionId', {
    invalidates: ['/partner/customers'],
  })
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
                columns={columnsOf(setOpen, roleReason)}
                rows={exceptions}
                rowKey={({ id }) => id}
              />
              <Pager next={nextCursor} count={exceptions.length} />
            </>
          )}
          {open?.what === 'create' && <CreateException customerId={id} onClose={close} />}
          {open?.what === 'renew' && <RenewException exception={open.exception} onClose={close} />}
          {open?.what === 'end' && (
            <Confirm
              title="End the exception"
              action="End exception"
              onConfirm={async () => {
                await remove.mutateAsync({ params: { id, exceptionId: open.exception.id } })
                notify('The exception is ended.')
              }}
              onClose={close}
            >
              <p>Later runs ignore it, so its finding is open again. Earlier results and the audit trail stay.</p>
            </Confirm>
          )}
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
      Record who decided to bear a risk, or what protects in place of a requirement, and until when. Later runs take it
      into account.
    </EmptyState>
  )
}

function columnsOf(onOpen: (open: Open) => void, roleReason: string | undefined): readonly Column<Exception>[] {
  return [
    {
      id: 'about',
      header: 'About',
      isName: true,
      cell: ({ requirement, product, object }) => (
        <>
          {requirement ?? object}
          <p class="soft small">
            {[product && frameworkName(product), requirement !== undefined && object].filter(Boolean).join(', ')}
          </p>
        </>
      ),
    },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => KINDS[kind].label },
    {
      id: 'reason',
      header: 'Reason',
      cell: ({ reason, approver }) => (
        <>
          {reason}
          <p class="soft small">Decided by {approver}</p>
        </>
      ),
    },
    {
      id: 'ends',
      header: 'Until',
      cell: (exception) => {
        const { tone, words } = stateOf(exception, new Date())
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            <p class="soft small">{formatDate(exception.expiresAt)}</p>
          </>
        )
      },
      sort: ({ expiresAt }) => expiresAt,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (exception) => (
        <Menu
          class="button small"
          label={`Actions for ${exception.requirement ?? exception.object ?? exception.id}`}
          items={[
            { label: 'Renew', onPick: () => onOpen({ what: 'renew', exception }), disabledReason: roleReason },
            {
              label: 'End',
              danger: true,
              onPick: () => onOpen({ what: 'end', exception }),
              disabledReason: roleReason,
            },
          ]}
        >
          Actions
          <DownIcon />
        </Menu>
      ),
    },
  ]
}
