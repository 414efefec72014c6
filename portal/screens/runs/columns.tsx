import { formatLength } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Meter } from '../../parts/chart.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { Link } from '../../parts/link.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { readWords } from '../customer/running.tsx'
import { RESULT_COLUMNS } from '../customer-runs/columns.tsx'
import { failureStep, firstSentence, STATES } from '../customer-runs/words.ts'
import { labelOf, type Run } from './words.ts'

/** The columns of the list of runs. */
export function columnsOf(itemsOf: (run: Run) => MenuItem[]): readonly Column<Run>[] {
  return [
    {
      id: 'customer',
      header: 'Customer',
      isName: true,
      cell: ({ customerId, customerName, product }) => (
        <>
          <Link to="/customers/:id" params={{ id: customerId }}>
            {customerName}
          </Link>
          <p class="soft small">{frameworkName(product)}</p>
        </>
      ),
    },
    { id: 'state', header: 'State', cell: (run) => <State run={run} /> },
    ...RESULT_COLUMNS,
    {
      id: 'when',
      header: 'Started',
      cell: ({ createdAt, completedAt }) => (
        <>
          <Time at={createdAt} show="logged" />
          {completedAt !== undefined && (
            <p class="soft small line">Took {formatLength((Date.parse(completedAt) - Date.parse(createdAt)) / 1000)}</p>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (run) => (
        <Menu class="button small" label={`Actions for ${labelOf(run)}`} items={itemsOf(run)}>
          Actions
          <DownIcon />
        </Menu>
      ),
    },
  ]
}

function State({ run: { status, progress, failure, isReplaced } }: { run: Run }) {
  const { tone, word } = STATES[status]
  return (
    <div class="run-state">
      <Badge tone={tone}>{word}</Badge>
      {(status === 'queued' || status === 'running') && (
        <Meter value={progress?.done ?? 0} max={progress?.of ?? 0} words={readWords(progress)} tone="plain" />
      )}
      {failure && (
        <>
          <p class="small">
            {firstSentence(failure.message)} <code>{failure.code}</code>
          </p>
          <p class="soft small">{isReplaced ? 'Another run has been started since.' : failureStep(failure.code)}</p>
        </>
      )}
    </div>
  )
}
