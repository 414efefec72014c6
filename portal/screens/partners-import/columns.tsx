import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import type { ImportRow } from './rows.ts'

const ORDER = ['wrong', 'known', 'checking', 'ready', 'created']

/** The columns of the preview: what each line says, and what the check found. */
export function columnsOf({
  isLocked,
  onOpen,
  onRemove,
}: {
  isLocked: boolean
  onOpen: (row: ImportRow) => void
  onRemove: (row: ImportRow) => void
}): readonly Column<ImportRow>[] {
  return [
    { id: 'line', header: 'Line', align: 'end', narrow: true, sort: ({ line }) => line, cell: ({ line }) => line },
    {
      id: 'company',
      header: 'Partner',
      isName: true,
      sort: ({ values }) => values.company,
      cell: ({ values: { company, name, email }, state }) => (
        <>
          {state.kind === 'created' ? (
            <Link to="/partners/:id" params={{ id: state.id }}>
              {company}
            </Link>
          ) : (
            company || <span class="soft">No company</span>
          )}
          <p class="soft small">
            {name} {email}
          </p>
        </>
      ),
    },
    {
      id: 'terms',
      header: 'Plan',
      cell: ({ values: { plan, currency, interval } }) => (
        <>
          {plan || '–'}
          <p class="soft small">
            {currency} {interval || 'quarterly'}
          </p>
        </>
      ),
    },
    {
      id: 'state',
      header: 'Result',
      sort: ({ state }) => ORDER.indexOf(state.kind),
      cell: ({ state }) => <Result state={state} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (row) =>
        row.state.kind !== 'created' &&
        !isLocked && (
          <div class="side-by-side">
            <Button size="small" label={`Change line ${row.line}`} onClick={() => onOpen(row)}>
              Change
            </Button>
            <Button size="small" label={`Remove line ${row.line}`} onClick={() => onRemove(row)}>
              Remove
            </Button>
          </div>
        ),
    },
  ]
}

function Result({ state }: Pick<ImportRow, 'state'>) {
  switch (state.kind) {
    case 'checking':
      return <span class="soft">Checking</span>
    case 'ready':
      return <Badge tone="info">Can be created</Badge>
    case 'created':
      return <Badge tone="good">Invited</Badge>
    case 'known':
      return (
        <>
          <Badge tone="warn">Possible duplicate</Badge>
          <p class="soft small">{state.company} is one of your partners.</p>
        </>
      )
    case 'wrong':
      return (
        <>
          <Badge tone="bad">Wrong</Badge>
          <p class="small">{state.message}</p>
        </>
      )
  }
}
