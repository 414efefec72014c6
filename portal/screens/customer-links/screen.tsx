import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'
import { CreateLink } from './create-link.tsx'
import { EDITION_WORDS, type ShareLink, stateOf } from './words.ts'

const PAGE = 50

/** The links that open reports about a customer for everybody who has them: that of several frameworks, and those of single runs. */
export default function CustomerLinks() {
  return (
    <CustomerFrame
      tab="/customers/:id/links"
      call={(id) => ({ title: 'List the links to reports', path: `/customers/${id}/report-links` })}
    >
      {(customer) => <Links customer={customer} />}
    </CustomerFrame>
  )
}

function Links({ customer: { id, name } }: { customer: Customer }) {
  const { values } = useSearch()
  const read = useRead('/partner/customers/:id/report-links', {
    params: { id },
    query: { limit: PAGE, cursor: values.cursor },
  })
  const overview = useRead('/partner/customers/:id/overview', { params: { id } })
  const revoke = useChange('DELETE /partner/customers/:id/report-links/:linkId', {
    invalidates: ['/partner/customers'],
  })
  const roleReason = useRoleReason('technician')
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ShareLink>()
  const assessed = (overview.data?.products ?? []).filter(({ trend }) => trend.length > 0)
  const reason = roleReason ?? (assessed.length === 0 ? 'No completed run to share yet.' : undefined)
  const create = (
    <Button look="primary" disabledReason={reason} onClick={() => setCreating(true)}>
      Create a link
    </Button>
  )
  return (
    <Loaded read={read}>
      {({ links, nextCursor }) => (
        <>
          {links.length === 0 ? (
            <EmptyState
              title="No links yet"
              action={create}
              call={{ method: 'POST', path: `/customers/${id}/report-links`, body: { edition: 'owner' } }}
            >
              A link opens the report about {name} without a sign-in, as it is when it is opened. You can revoke it at
              any time.
            </EmptyState>
          ) : (
            <>
              <div class="row">{create}</div>
              <Table
                caption="Links to reports"
                columns={columnsOf(setRevoked, roleReason)}
                rows={links}
                rowKey={({ id }) => id}
              />
              <Pager next={nextCursor} count={links.length} />
            </>
          )}
          {isCreating && (
            <CreateLink
              customerId={id}
              products={assessed.map(({ product }) => product)}
              onClose={() => setCreating(false)}
            />
          )}
          {revoked && (
            <Confirm
              title="Revoke the link"
              action="Revoke link"
              onConfirm={async () => {
                await revoke.mutateAsync({ params: { id, linkId: revoked.id } })
                notify('The link is revoked.')
              }}
              onClose={() => setRevoked(undefined)}
            >
              <p>It stops working at once for everybody who has it. This cannot be undone.</p>
            </Confirm>
          )}
        </>
      )}
    </Loaded>
  )
}

function columnsOf(onRevoke: (link: ShareLink) => void, roleReason: string | undefined): readonly Column<ShareLink>[] {
  return [
    {
      id: 'edition',
      header: 'Report',
      isName: true,
      cell: ({ edition, products, run }) => (
        <>
          {edition === undefined ? 'Every edition' : EDITION_WORDS[edition]}
          <p class="soft small">
            {run
              ? frameworkName(run.product)
              : products
                ? products.map(frameworkName).join(', ')
                : 'All frameworks with a run'}
          </p>
        </>
      ),
    },
    {
      id: 'run',
      header: 'Run',
      cell: ({ run }) =>
        run ? (
          <a href={`/reports/${run.id}`}>
            {run.completedAt === undefined ? 'Without a result' : <Time at={run.completedAt} show="full" />}
          </a>
        ) : (
          'The newest'
        ),
    },
    {
      id: 'for',
      header: 'For',
      cell: ({ recipient }) =>
        recipient === undefined ? (
          'Everybody who has it'
        ) : (
          <>
            {recipient}
            <p class="soft small">Sent by email</p>
          </>
        ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (link) => {
        const { tone, words } = stateOf(link, new Date())
        return <Badge tone={tone}>{words}</Badge>
      },
    },
    { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'ends', header: 'Ends', cell: ({ expiresAt, revokedAt }) => <Time at={revokedAt ?? expiresAt} /> },
    { id: 'opened', header: 'Last opened', cell: ({ lastOpenedAt }) => <Time at={lastOpenedAt} /> },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (link) =>
        stateOf(link, new Date()).isWorking && (
          <Button size="small" disabledReason={roleReason} onClick={() => onRevoke(link)}>
            Revoke
          </Button>
        ),
    },
  ]
}
