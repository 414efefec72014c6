import type { ComponentChildren } from 'preact'
import { useRoute } from 'preact-iso/router'
import type { Reads } from '../../endpoints.ts'
import type { CallProps } from '../../parts/call.tsx'
import { Id } from '../../parts/copy.tsx'
import { LinkTabs } from '../../parts/link-tabs.tsx'
import { ErrorState, Skeleton } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { hrefOf, type ScreenPath } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { SCREENS } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { RunningNow } from './running.tsx'

export type Customer = Reads['/partner/customers/:id']

/** The tabs of a customer, in their order. */
const TABS = [
  { path: '/customers/:id', label: 'Overview' },
  { path: '/customers/:id/runs', label: 'Runs' },
  { path: '/customers/:id/findings', label: 'Findings' },
  { path: '/customers/:id/questionnaires', label: 'Questionnaires' },
  { path: '/customers/:id/exceptions', label: 'Exceptions' },
  { path: '/customers/:id/links', label: 'Links' },
  { path: '/customers/:id/sheet', label: 'Quarterly sheet' },
  { path: '/customers/:id/activity', label: 'Activity' },
] as const satisfies readonly { path: ScreenPath; label: string }[]
export type TabPath = (typeof TABS)[number]['path']

export interface CustomerFrameProps {
  tab: TabPath
  /** The call of the API that shows the same. */
  call: (id: string) => CallProps
  /** At the end of the title's row. */
  actions?: (customer: Customer) => ComponentChildren
  children: (customer: Customer) => ComponentChildren
}

/** The frame around every tab of a customer: its name, its tabs, and its runs in progress. */
export function CustomerFrame(props: CustomerFrameProps) {
  const { account } = useSession()
  const { params } = useRoute()
  return account.kind === 'partner' ? <Frame {...props} id={params.id ?? ''} /> : <NotFound />
}

function Frame({ id, tab, call, actions, children }: CustomerFrameProps & { id: string }) {
  const read = useRead('/partner/customers/:id', { params: { id } })
  const customer = read.data
  const { label = '' } = TABS.find(({ path }) => path === tab) ?? {}
  const title = customer?.name ?? 'Customer'
  return (
    <Screen
      title={tab === '/customers/:id' ? title : `${title}: ${label.toLowerCase()}`}
      intro={customer && <Id value={customer.tenantId} what="tenant id" />}
      call={call(id)}
      actions={customer && actions?.(customer)}
    >
      {customer === undefined && read.error ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LinkTabs
          label="Customer"
          tabs={TABS.map(({ path, label }) => ({
            href: hrefOf(path, { params: { id } }),
            label,
            isCurrent: path === tab,
            preload: () => void SCREENS[path]?.component.preload(),
          }))}
        >
          <div class="stack">
            <RunningNow customerId={id} />
            {customer ? children(customer) : <Skeleton lines={8} />}
          </div>
        </LinkTabs>
      )}
    </Screen>
  )
}
