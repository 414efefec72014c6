import { formatDay } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { DownIcon } from '../../parts/icons.tsx'
import { Link } from '../../parts/link.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { ALL_CUSTOMERS, everyWords, lastWords, type NextStep, type Schedule, stateOf, windowWords } from './words.ts'

export interface ColumnOptions {
  nameOf: (schedule: Schedule) => string
  itemsOf: (schedule: Schedule) => MenuItem[]
}

/** The columns of the list of schedules. */
export function columnsOf({ nameOf, itemsOf }: ColumnOptions): readonly Column<Schedule>[] {
  return [
    {
      id: 'customer',
      header: 'Customer',
      isName: true,
      cell: (schedule) => (
        <Link to="/schedules/:id" params={{ id: schedule.id }}>
          {nameOf(schedule)}
        </Link>
      ),
      sort: nameOf,
    },
    {
      id: 'product',
      header: 'Framework',
      sort: ({ product }) => frameworkName(product),
      cell: ({ product, maturityTarget }) => (
        <>
          {frameworkName(product)}
          {maturityTarget !== undefined && <p class="soft small">Target: level {maturityTarget}</p>}
        </>
      ),
    },
    {
      id: 'every',
      header: 'When',
      cell: (schedule) => (
        <div class="schedule-when">
          {everyWords(schedule)}
          <p class="soft small">
            {windowWords(schedule.window)}, {schedule.timeZone}
          </p>
        </div>
      ),
    },
    {
      id: 'next',
      header: 'Next run',
      cell: ({ nextRunAt }) => <Time at={nextRunAt} show="full" />,
      sort: ({ nextRunAt }) => nextRunAt ?? '',
    },
    {
      id: 'last',
      header: 'Last run',
      cell: ({ lastRun, customerId }) =>
        lastRun ? (
          <div class="schedule-last">
            {lastWords(lastRun, customerId === ALL_CUSTOMERS)}
            <p class="soft small">{formatDay(lastRun.date)}</p>
          </div>
        ) : (
          <span class="soft">Not yet</span>
        ),
    },
    {
      id: 'status',
      header: 'Status',
      cell: (schedule) => <ScheduleState schedule={schedule} name={nameOf(schedule)} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (schedule) => (
        <Menu
          class="button small"
          label={`Actions for ${nameOf(schedule)}, ${frameworkName(schedule.product)}`}
          items={itemsOf(schedule)}
        >
          Actions
          <DownIcon />
        </Menu>
      ),
    },
  ]
}

/** The state of a schedule, why it is paused, and what to do about it. */
export function ScheduleState({ schedule, name }: { schedule: Schedule; name: string }) {
  const { tone, words, reason, step } = stateOf(schedule)
  const isForAll = schedule.customerId === ALL_CUSTOMERS
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {reason !== undefined && <p class="soft small">{reason}</p>}
      {step && <StepLink step={step} customerName={isForAll ? undefined : name} />}
    </>
  )
}

/** Leads to the screen where the reason can be resolved, or to the runs of one customer. */
export function StepLink({ step, customerName }: { step: NextStep; customerName: string | undefined }) {
  const { to, query, label } = step
  return (
    <p class="small">
      <Link to={to} query={{ ...query, q: to === '/runs' ? customerName : undefined }}>
        {label}
      </Link>
    </p>
  )
}
