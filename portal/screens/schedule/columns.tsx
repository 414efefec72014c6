import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { STATES } from '../customer-runs/words.ts'
import { StepLink } from '../schedules/columns.tsx'
import { formatDate, SKIP_STEPS } from '../schedules/words.ts'
import { type Occurrence, outcomeOf } from './words.ts'

/** The columns of the list of occurrences. */
export const OCCURRENCE_COLUMNS: readonly Column<Occurrence>[] = [
  {
    id: 'customer',
    header: 'Customer',
    isName: true,
    cell: ({ customerId, customerName, date }) => (
      <>
        <Link to="/customers/:id" params={{ id: customerId }}>
          {customerName}
        </Link>
        <p class="soft small">{formatDate(date)}</p>
      </>
    ),
  },
  { id: 'outcome', header: 'Outcome', cell: OutcomeShown },
  {
    id: 'when',
    header: 'When',
    cell: ({ dueAt, decidedAt }) => <Time at={decidedAt ?? dueAt} show="full" />,
  },
  { id: 'run', header: 'Run', cell: RunShown },
]

function OutcomeShown({ outcome, customerName }: Occurrence) {
  const { tone, words, reason } = outcomeOf(outcome)
  const step = outcome === undefined || outcome === 'started' || outcome === 'missed' ? undefined : SKIP_STEPS[outcome]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {reason !== undefined && <p class="soft small">{reason}</p>}
      {step && <StepLink step={step} customerName={customerName} />}
    </>
  )
}

function RunShown({ customerId, run }: Occurrence) {
  if (!run) return <span class="soft">–</span>
  const { tone, word } = STATES[run.status]
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      <p class="small">
        {run.score !== undefined && `Score ${run.score}, `}
        <Link to="/customers/:id/runs" params={{ id: customerId }}>
          {run.score === undefined ? 'Runs of the customer' : 'runs of the customer'}
        </Link>
      </p>
    </>
  )
}
