import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import type { MenuItem } from '../../parts/menu.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { columnsOf } from './columns.tsx'
import { browserZone } from './draft.ts'
import type { Customers, Products } from './fields.tsx'
import { ChangeSchedule, CreateSchedule } from './schedule-form.tsx'
import { ALL_CUSTOMERS, isSkippingFailing, type Schedule } from './words.ts'

const CHANGES = { invalidates: ['/partner/schedules'] }
const NOT_INCLUDED = 'The plan does not include the framework.'

/** Runs that start automatically: when, for whom, and the outcome of the latest. */
export default function Schedules() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const schedules = useRead('/partner/schedules')
  const customers = useRead('/{account}/customers')
  const products = useRead('/partner/products')
  const roleReason = useRoleReason('technician')
  const [isCreating, setCreating] = useState(false)
  const isEmpty = schedules.data?.schedules.length === 0
  const isReady = customers.data !== undefined && products.data !== undefined
  const create = (
    <Button look="primary" disabledReason={roleReason} onClick={() => setCreating(true)}>
      Create schedule
    </Button>
  )
  return (
    <Screen
      title="Schedules"
      intro="Start runs automatically, for one customer or for all, within a time window."
      call={{ title: 'List schedules', path: '/schedules' }}
      actions={isReady && schedules.data && !isEmpty ? create : undefined}
    >
      <Loaded read={schedules}>
        {({ schedules }) => (
          <Loaded read={customers}>
            {({ customers }) => (
              <Loaded read={products}>
                {({ products }) => (
                  <>
                    {schedules.length === 0 ? (
                      <NoSchedules create={create} product={products[0]?.id} />
                    ) : (
                      <List schedules={schedules} customers={customers} products={products} roleReason={roleReason} />
                    )}
                    {isCreating && (
                      <CreateSchedule customers={customers} products={products} onClose={() => setCreating(false)} />
                    )}
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

function NoSchedules({
  create,
  product = 'essential-eight',
}: {
  create: ComponentChildren
  product?: string | undefined
}) {
  const body = {
    customerId: ALL_CUSTOMERS,
    product,
    every: { unit: 'week', on: 'sunday' },
    window: { from: '02:00', to: '06:00' },
    timeZone: browserZone(),
  }
  return (
    <EmptyState title="No schedule yet" action={create} call={{ method: 'POST', path: '/schedules', body }}>
      Create a schedule for one customer or for all. Before you save it, you see its next runs and how many it needs a
      month.
    </EmptyState>
  )
}

interface ListProps {
  schedules: readonly Schedule[]
  customers: Customers
  products: Products
  roleReason: string | undefined
}

function List({ schedules, customers, products, roleReason }: ListProps) {
  const [open, setOpen] = useState<{ what: 'change' | 'delete'; schedule: Schedule }>()
  const pause = useChange('POST /partner/schedules/:id/pause', CHANGES)
  const resume = useChange('POST /partner/schedules/:id/resume', CHANGES)
  const remove = useChange('DELETE /partner/schedules/:id', CHANGES)
  const close = (): void => setOpen(undefined)
  const names = new Map(customers.map(({ id, name }) => [id, name]))
  const nameOf = ({ customerId }: Schedule): string =>
    customerId === ALL_CUSTOMERS ? 'All customers' : (names.get(customerId) ?? customerId)
  const run = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act()
      notify(done)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  const itemsOf = (schedule: Schedule): MenuItem[] => {
    const { id, status, product } = schedule
    const input = { params: { id } }
    const isIncluded = products.some((included) => included.id === product)
    return [
      { label: 'Change', onPick: () => setOpen({ what: 'change', schedule }), disabledReason: roleReason },
      status === 'active'
        ? {
            label: 'Pause',
            onPick: () => void run(() => pause.mutateAsync(input), 'The schedule is paused.'),
            disabledReason: roleReason,
          }
        : {
            label: 'Resume',
            onPick: () => void run(() => resume.mutateAsync(input), 'The schedule is resumed.'),
            disabledReason: roleReason ?? (isIncluded ? undefined : NOT_INCLUDED),
          },
      ...(isSkippingFailing(schedule)
        ? [
            {
              label: 'Try failing customers again',
              onPick: () =>
                void run(() => resume.mutateAsync(input), 'Customers whose runs failed will be tried again.'),
              disabledReason: roleReason ?? (isIncluded ? undefined : NOT_INCLUDED),
            },
          ]
        : []),
      {
        label: 'Delete',
        danger: true,
        onPick: () => setOpen({ what: 'delete', schedule }),
        disabledReason: roleReason,
      },
    ]
  }
  return (
    <>
      <Table caption="Schedules" columns={columnsOf({ nameOf, itemsOf })} rows={schedules} rowKey={({ id }) => id} />
      {open?.what === 'change' && (
        <ChangeSchedule schedule={open.schedule} name={nameOf(open.schedule)} onClose={close} />
      )}
      {open?.what === 'delete' && (
        <Confirm
          title="Delete the schedule"
          action="Delete schedule"
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: open.schedule.id } })
            notify('The schedule is deleted.')
          }}
          onClose={close}
        >
          <p>
            {nameOf(open.schedule)}, {frameworkName(open.schedule.product)}: no further runs start. Those that it has
            started stay.
          </p>
        </Confirm>
      )}
    </>
  )
}
