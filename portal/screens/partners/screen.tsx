import { useState } from 'preact/hooks'
import { PLAN_NAMES } from '../../../src/shared/plans.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { planName } from '../plan/words.ts'
import { columnsOf } from './columns.tsx'
import { CreatePartner } from './create-partner.tsx'
import { filterPartners, readSort, writeSort } from './filter.ts'
import { Tally } from './tally.tsx'
import { type Partner, STATES } from './words.ts'

const CALL = {
  method: 'POST',
  path: '/partners',
  body: {
    company: 'Contour Cloud Services',
    name: 'Ines Contour',
    email: 'admin@contour.example',
    plan: 'professional',
    billing: { currency: 'EUR', interval: 'quarterly' },
  },
} as const

const FILTERS: readonly FilterField[] = [
  { key: 'q', label: 'Search', kind: 'text', placeholder: 'Company, email or id' },
  { key: 'state', label: 'State', options: Object.entries(STATES).map(([value, label]) => ({ value, label })) },
  { key: 'plan', label: 'Plan', options: PLAN_NAMES.map((value) => ({ value, label: planName(value) })) },
]

/**
 * The partners of a distributor: which ones need attention, how much of its plan each uses, and when it was last
 * active.
 */
export default function Partners() {
  const { account } = useSession()
  return account.kind === 'distributor' ? <Overview /> : <NotFound />
}

function Overview() {
  const read = useRead('/distributor/portfolio')
  const refusal = useRoleReason('admin')
  const [isCreating, setCreating] = useState(false)
  const invite = (
    <Button look="primary" disabledReason={refusal} onClick={() => setCreating(true)}>
      Invite partner
    </Button>
  )
  return (
    <Screen
      title="Partners"
      intro="Which partners need attention, how much of its plan each one uses this month, and when it was last active."
      call={{ title: 'List partners', path: '/partners' }}
      actions={
        <>
          {refusal === undefined && (
            <Link to="/partners/import" class="button">
              Invite from a file
            </Link>
          )}
          {invite}
        </>
      }
    >
      <Loaded read={read} lines={8}>
        {({ partners }) =>
          partners.length === 0 ? (
            <EmptyState title="No partners yet" call={CALL}>
              A partner gets an email with a link that activates its account. Invite the first one here, many from a
              file, or through the API:
            </EmptyState>
          ) : (
            <List partners={partners} refusal={refusal} />
          )
        }
      </Loaded>
      {isCreating && <CreatePartner onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function List({ partners, refusal }: { partners: readonly Partner[]; refusal: string | undefined }) {
  const { values, set } = useSearch()
  const sendAgain = useChange('POST /distributor/partners/:id/invite', {
    invalidates: ['/distributor/portfolio', '/distributor/home'],
  })
  const now = new Date()
  const shown = filterPartners(partners, values, now)
  const send = async ({ id }: Partner): Promise<void> => {
    try {
      const { email } = await sendAgain.mutateAsync({ params: { id } })
      notify(`A new link is on its way to ${email}.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  const sendingId = sendAgain.isPending ? sendAgain.variables?.params?.id : undefined
  return (
    <>
      <Tally partners={partners} current={values.state ?? ''} now={now} />
      <Filters fields={FILTERS} />
      <p class="soft list-count" role="status">
        {shown.length === partners.length
          ? plural(partners.length, 'partner')
          : `${plural(shown.length, 'partner')} of ${partners.length}`}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title="No partner matches"
          action={
            <Link to="/partners" class="button">
              Show all partners
            </Link>
          }
        />
      ) : (
        <Table
          caption="Partners"
          columns={columnsOf({ now, onSendAgain: (partner) => void send(partner), sendingId, refusal })}
          rows={shown}
          rowKey={({ id }) => id}
          sort={readSort(values.sort)}
          onSort={(sort) => set({ sort: writeSort(sort) })}
        />
      )}
    </>
  )
}
