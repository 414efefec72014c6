import { useRoute } from 'preact-iso/router'
import { frameworkName } from '../../frameworks.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Card, Facts, Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { ScheduleState } from '../schedules/columns.tsx'
import { ALL_CUSTOMERS, everyWords, formatDate, type Schedule, windowWords } from '../schedules/words.ts'
import { OCCURRENCE_COLUMNS } from './columns.tsx'
import { type Day, dayWords, OUTCOMES } from './words.ts'

/** What became of each occurrence of a schedule: what ran, was skipped and why, or was missed. */
export default function ScheduleScreen() {
  const { account } = useSession()
  const { params } = useRoute()
  return account.kind === 'partner' ? <History id={params.id ?? ''} /> : <NotFound />
}

function History({ id }: { id: string }) {
  const read = useRead('/partner/schedules/:id/history', { params: { id } })
  const { schedule, customerName } = read.data ?? {}
  const name = customerName ?? (schedule ? 'All customers' : 'Schedule')
  return (
    <Screen
      title={schedule ? `${name}, ${frameworkName(schedule.product)}` : name}
      intro={<Link to="/schedules">All schedules</Link>}
      call={{ title: 'Read a schedule', path: `/schedules/${id}` }}
    >
      <Loaded read={read} lines={8}>
        {({ schedule, days }) => (
          <div class="stack">
            <Card title="Schedule" wide>
              <Summary schedule={schedule} name={name} />
            </Card>
            {days.length === 0 ? (
              <EmptyState title="Nothing has happened yet">
                When its window opens, each customer appears here with the outcome: what ran, and what was skipped or
                missed and why.
              </EmptyState>
            ) : (
              <>
                {schedule.customerId === ALL_CUSTOMERS && <Days id={id} days={days} />}
                <Occurrences id={id} days={days} isForAll={schedule.customerId === ALL_CUSTOMERS} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Summary({ schedule, name }: { schedule: Schedule; name: string }) {
  return (
    <Facts
      facts={[
        ['When', `${everyWords(schedule)}, ${windowWords(schedule.window)}, ${schedule.timeZone}`],
        ['Next run', <Time key="next" at={schedule.nextRunAt} show="full" />],
        ['Status', <ScheduleState key="status" schedule={schedule} name={name} />],
      ]}
    />
  )
}

function Days({ id, days }: { id: string; days: readonly Day[] }) {
  const columns: readonly Column<Day>[] = [
    {
      id: 'day',
      header: 'Day',
      isName: true,
      narrow: true,
      cell: ({ date }) => (
        <Link to="/schedules/:id" params={{ id }} query={{ date }}>
          {formatDate(date)}
        </Link>
      ),
    },
    { id: 'outcomes', header: 'Customers', cell: dayWords },
  ]
  return (
    <Card title="By day" wide>
      <Table caption="By day" columns={columns} rows={days} rowKey={({ date }) => date} />
    </Card>
  )
}

function Occurrences({ id, days, isForAll }: { id: string; days: readonly Day[]; isForAll: boolean }) {
  const { values } = useSearch()
  const { q, date, cursor } = values
  const outcome = OUTCOMES.find(({ value }) => value === values.outcome)?.value
  const query = { q, date: days.find((day) => day.date === date)?.date, outcome, cursor }
  const read = useRead('/partner/schedules/:id/occurrences', { params: { id }, query })
  return (
    <Card title={isForAll ? 'Customer by customer' : 'Day by day'} wide>
      <div class="stack">
        <Filters fields={fieldsOf(days, isForAll)} />
        <Loaded read={read} lines={6}>
          {({ occurrences, nextCursor }) => (
            <>
              {occurrences.length === 0 ? (
                <EmptyState title="Nothing matches">Remove a filter to see more.</EmptyState>
              ) : (
                <Table
                  caption="Occurrences"
                  columns={OCCURRENCE_COLUMNS}
                  rows={occurrences}
                  rowKey={({ date, customerId }) => `${date} ${customerId}`}
                />
              )}
              <Pager next={nextCursor} count={occurrences.length} />
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

const fieldsOf = (days: readonly Day[], isForAll: boolean): readonly FilterField[] => [
  ...(isForAll ? [{ key: 'q', label: 'Customer', kind: 'text' as const, placeholder: 'Name or tenant id' }] : []),
  { key: 'outcome', label: 'Outcome', options: OUTCOMES },
  { key: 'date', label: 'Day', options: days.map(({ date }) => ({ value: date, label: formatDate(date) })) },
]
