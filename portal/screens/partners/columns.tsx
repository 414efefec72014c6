import { formatNumber } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Meter } from '../../parts/chart.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { planName } from '../plan/words.ts'
import { type Partner, runsProblemOf, runsWords, stateOf } from './words.ts'

export interface ColumnOptions {
  now: Date
  /** Sends a pending partner its link again. */
  onSendAgain: (partner: Partner) => void
  /** The partner whose link is being sent. */
  sendingId: string | undefined
  /** Why the person may not send links. */
  refusal: string | undefined
}

const STATE_ORDER = ['pending', 'active', 'suspended']
const PLAN_ORDER = ['starter', 'professional', 'enterprise']

/** The columns of the list of partners. */
export const columnsOf = ({ now, onSendAgain, sendingId, refusal }: ColumnOptions): readonly Column<Partner>[] => [
  {
    id: 'company',
    header: 'Partner',
    isName: true,
    sort: ({ company }) => company,
    isLong: true,
    cell: ({ id, company, email }) => (
      <>
        <Link to="/partners/:id" params={{ id }}>
          {company}
        </Link>
        <p class="soft small">{email}</p>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    sort: ({ status, activation }) => (activation?.isOverdue ? -1 : STATE_ORDER.indexOf(status)),
    cell: (partner) => {
      const { tone, words, more } = stateOf(partner, now)
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          {more !== undefined && <p class="soft small">{more}</p>}
          {partner.activation?.isOverdue && (
            <Button
              size="small"
              label={`Send again to ${partner.company}`}
              busy={sendingId === partner.id}
              disabledReason={refusal}
              onClick={() => onSendAgain(partner)}
            >
              Send again
            </Button>
          )}
        </>
      )
    },
  },
  {
    id: 'plan',
    header: 'Plan',
    narrow: true,
    sort: ({ plan }) => PLAN_ORDER.indexOf(plan),
    cell: ({ plan }) => planName(plan),
  },
  {
    id: 'runs',
    header: 'Runs',
    align: 'end',
    sort: ({ runs: { used } }) => used,
    cell: (partner) => <Runs partner={partner} />,
  },
  {
    id: 'customers',
    header: 'Customers',
    align: 'end',
    sort: ({ customers }) => customers,
    cell: ({ customers }) => formatNumber(customers),
  },
  {
    id: 'activity',
    header: 'Last active',
    sort: ({ lastActivityAt }) => lastActivityAt,
    cell: ({ lastActivityAt }) => <Time at={lastActivityAt} />,
  },
]

function Runs({ partner }: { partner: Partner }) {
  const { status, runs } = partner
  if (status === 'pending') return <span class="soft">–</span>
  const problem = runsProblemOf(partner)
  return (
    <div class="runs-cell">
      <span>{runsWords(runs)}</span>
      {runs.limit > 0 && <Meter value={runs.used} max={runs.limit} words={`${runsWords(runs)} runs`} />}
      {problem && <Badge tone={problem.tone}>{problem.words}</Badge>}
    </div>
  )
}
