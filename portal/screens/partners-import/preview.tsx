import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { COLUMNS, type ColumnName, type ImportRow } from './rows.ts'

export interface PreviewProps {
  rows: readonly ImportRow[]
  onChange: (row: ImportRow) => void
  onRemove: (row: ImportRow) => void
  /** While partners are being created, nothing is changed. */
  isLocked: boolean
}

const LABELS: Readonly<Record<ColumnName, string>> = {
  company: 'Company',
  name: 'Administrator',
  email: 'E-mail address',
  plan: 'Plan',
  currency: 'Settlement currency',
  interval: 'Settlement period',
}

/** The names of the API for what a column holds. */
const FIELDS: Readonly<Partial<Record<ColumnName, string>>> = {
  currency: 'billing.currency',
  interval: 'billing.interval',
}

const ORDER = ['wrong', 'known', 'checking', 'ready', 'created']

/** Every line with what the check found; wrong ones first, to be corrected here. */
export function Preview({ rows, onChange, onRemove, isLocked }: PreviewProps) {
  const [open, setOpen] = useState<ImportRow>()
  const columns: readonly Column<ImportRow>[] = [
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
            <Button size="small" label={`Change line ${row.line}`} onClick={() => setOpen(row)}>
              Change
            </Button>
            <Button size="small" label={`Remove line ${row.line}`} onClick={() => onRemove(row)}>
              Remove
            </Button>
          </div>
        ),
    },
  ]
  return (
    <>
      <Table
        caption="Lines of the file"
        columns={columns}
        rows={rows}
        rowKey={({ line }) => String(line)}
        sort={{ column: 'state', descending: false }}
      />
      {open && (
        <ChangeLine
          row={open}
          onClose={() => setOpen(undefined)}
          onChange={(row) => {
            onChange(row)
            setOpen(undefined)
          }}
        />
      )}
    </>
  )
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
          <Badge tone="warn">Possible duplicates</Badge>
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

function ChangeLine({
  row,
  onChange,
  onClose,
}: {
  row: ImportRow
  onChange: (row: ImportRow) => void
  onClose: () => void
}) {
  const [values, setValues] = useState(row.values)
  const { state } = row
  const errorOf = (name: ColumnName): string | undefined =>
    state.kind === 'wrong' && state.field === (FIELDS[name] ?? name) ? state.message : undefined
  return (
    <Dialog title={`Line ${row.line}`} onClose={onClose}>
      <Form
        onSubmit={() => onChange({ ...row, values, state: { kind: 'checking' } })}
        actions={
          <>
            <Button type="submit" look="primary">
              Check again
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        {COLUMNS.map((name) => (
          <Field
            key={name}
            label={LABELS[name]}
            value={values[name]}
            onChange={(value) => setValues({ ...values, [name]: value })}
            error={errorOf(name)}
            autocomplete="off"
          />
        ))}
      </Form>
    </Dialog>
  )
}
