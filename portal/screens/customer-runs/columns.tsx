import { formatMinute } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { DownIcon } from '../../parts/icons.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { SEVERITIES, SEVERITY, type Severity, scoreWords } from '../customer/words.ts'
import { type Run, reportsOf, STATES } from './words.ts'

/** The columns of the list of runs. */
export function columnsOf(onFailure: (id: string) => void): readonly Column<Run>[] {
  return [
    { id: 'when', header: 'Started', isName: true, cell: ({ createdAt }) => <Time at={createdAt} show="full" /> },
    { id: 'product', header: 'Framework', cell: ({ product }) => frameworkName(product) },
    {
      id: 'status',
      header: 'State',
      cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].word}</Badge>,
    },
    ...RESULT_COLUMNS,
    { id: 'more', header: '', align: 'end', narrow: true, cell: (run) => <More run={run} onFailure={onFailure} /> },
  ]
}

const spanOf = ({ score, scoreCeiling = score }: Result) =>
  score === undefined ? '–' : scoreWords({ score, scoreCeiling: scoreCeiling ?? score })

/** What a run came to, of which a list may have only some. */
type Result = Pick<Run, 'status' | 'score' | 'scoreCeiling' | 'coverage' | Severity>

/** What runs came to. */
export const RESULT_COLUMNS: readonly Column<Result>[] = [
  { id: 'score', header: 'Score', align: 'end', cell: spanOf },
  {
    id: 'known',
    header: 'Known',
    align: 'end',
    cell: ({ coverage }) => (coverage === undefined ? '–' : `${Math.round(coverage * 100)}%`),
  },
  { id: 'findings', header: 'Findings', cell: (run) => <Findings run={run} /> },
]

function Findings({ run }: { run: Result }) {
  if (run.status !== 'completed') return <span class="soft">–</span>
  const found = SEVERITIES.filter((severity) => (run[severity] ?? 0) > 0)
  if (found.length === 0) return <>None</>
  return <>{found.map((severity) => `${run[severity]} ${SEVERITY[severity].word.toLowerCase()}`).join(', ')}</>
}

function More({ run: { id, product, status, createdAt }, onFailure }: { run: Run; onFailure: (id: string) => void }) {
  const label = `${frameworkName(product)}, ${formatMinute(createdAt)}`
  if (status === 'failed')
    return (
      <button type="button" class="link" aria-label={`Why the run failed: ${label}`} onClick={() => onFailure(id)}>
        Why
      </button>
    )
  if (status !== 'completed') return null
  return (
    <Menu class="button small" label={`Reports of ${label}`} items={reportsOf(id)}>
      Reports
      <DownIcon />
    </Menu>
  )
}
