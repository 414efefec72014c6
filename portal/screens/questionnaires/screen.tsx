import { useState } from 'preact/hooks'
import { formatNumber, plural } from '../../format.ts'
import { FRAMEWORK_NAMES, frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { columnsOf } from './columns.tsx'
import { type Counts, EMPTY, type Questionnaire, STATES, type State } from './words.ts'

const CHANGES = { invalidates: ['/partner/portfolio', '/partner/customers', '/{account}/audit'] }

const FIELDS: readonly FilterField[] = [
  { key: 'q', label: 'Customer', kind: 'text', placeholder: 'Name or tenant id' },
  { key: 'state', label: 'State', options: STATES },
  {
    key: 'product',
    label: 'Framework',
    options: Object.entries(FRAMEWORK_NAMES).map(([value, label]) => ({ value, label })),
  },
]

interface Filter {
  q?: string
  state?: State
  product?: string
}

/** What people are asked about all customers: who was asked, opened and answered, and whom to remind. */
export default function Questionnaires() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const { values } = useSearch()
  const state = STATES.find(({ value }) => value === values.state)?.value
  const filter: Filter = {
    ...(values.q && { q: values.q }),
    ...(state && { state }),
    ...(values.product && { product: values.product }),
  }
  const read = useRead('/partner/portfolio/questionnaires', { query: { ...filter, cursor: values.cursor } })
  const roleReason = useRoleReason('technician')
  const [reminded, setReminded] = useState<{ filter: Filter; about: string; ids?: string[] }>()
  const counts = read.data?.counts
  const isFiltered = Object.keys(filter).length > 0 || values.cursor !== undefined
  return (
    <Screen
      title="Questionnaires"
      intro="Who was invited to answer for your customers, what they opened and answered, and what is still open."
      call={{ title: 'Read a questionnaire', path: '/customers/cust_…/questionnaires/essential-eight' }}
      actions={
        counts && (
          <Button
            disabledReason={
              roleReason ?? (counts.remindable === 0 ? 'Nobody in this list can be reminded now.' : undefined)
            }
            onClick={() =>
              setReminded({ filter, about: `All that match: ${plural(counts.remindable, 'questionnaire')}` })
            }
          >
            Remind all that match…
          </Button>
        )
      }
    >
      <div class="stack">
        <Filters fields={FIELDS} />
        {counts && counts.matching > 0 && <p role="status">{countWords(counts)}</p>}
        <Loaded read={read} lines={8}>
          {({ questionnaires, nextCursor }) => (
            <>
              {questionnaires.length === 0 ? (
                <NoQuestionnaires isFiltered={isFiltered} state={state} />
              ) : (
                <Table
                  caption="Questionnaires"
                  columns={columnsOf({
                    disabledReason: roleReason,
                    onRemind: (one) => setReminded({ filter, about: aboutOne(one), ids: [one.id] }),
                  })}
                  rows={questionnaires}
                  rowKey={({ id }) => id}
                />
              )}
              <Pager next={nextCursor} count={questionnaires.length} />
            </>
          )}
        </Loaded>
      </div>
      {reminded && <Remind {...reminded} onClose={() => setReminded(undefined)} />}
    </Screen>
  )
}

const aboutOne = ({ customerName, product }: Questionnaire): string => `${customerName}, ${frameworkName(product)}`

/** `12 questionnaires, of which 5 can be reminded now`. */
const countWords = ({ matching, remindable }: Counts): string =>
  `${plural(matching, 'questionnaire')}, of which ${formatNumber(remindable)} can be reminded now`

function NoQuestionnaires({ isFiltered, state }: { isFiltered: boolean; state: State | undefined }) {
  if (isFiltered)
    return (
      <EmptyState title="No questionnaire matches">{state ? EMPTY[state] : 'Remove a filter to see more.'}</EmptyState>
    )
  return (
    <EmptyState
      title="No questionnaires yet"
      action={
        <Link to="/customers" class="button primary">
          Choose a customer
        </Link>
      }
    >
      When a run starts and questions are open, the customer’s questionnaire recipients get an email with a link. You
      can also answer for a customer on its screen.
    </EmptyState>
  )
}

interface RemindProps {
  filter: Filter
  /** Whom it is about, in words. */
  about: string
  /** Only these of those that match. */
  ids?: string[]
  onClose: () => void
}

function Remind({ filter, about, ids, onClose }: RemindProps) {
  const remind = useChange('POST /partner/portfolio/questionnaires/reminders', CHANGES)
  return (
    <Confirm
      title="Send reminders"
      action="Send reminders"
      look="primary"
      onConfirm={async () => {
        let total = 0
        // One call reminds a few hundred; the next one continues with the rest.
        for (let isDone = false; !isDone; ) {
          const { reminded, remaining } = await remind.mutateAsync({ body: { filter, ...(ids && { ids }) } })
          total += reminded
          isDone = remaining === 0 || reminded === 0
        }
        if (total > 0) notify(`People are reminded of ${plural(total, 'questionnaire')}.`)
        else notify('Nobody was reminded: nothing is open, or they got an email within the last day.', 'bad')
      }}
      onClose={onClose}
    >
      <p>{about}.</p>
      <p>Recipients with open questions get an email with a link, at most one a day.</p>
    </Confirm>
  )
}
