import { useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Table } from '../../parts/table.tsx'
import { columnsOf } from './columns.tsx'
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
  email: 'Email address',
  plan: 'Plan',
  currency: 'Settlement currency',
  interval: 'Settlement period',
}

/** The names of the API for what a column holds. */
const FIELDS: Readonly<Partial<Record<ColumnName, string>>> = {
  currency: 'billing.currency',
  interval: 'billing.interval',
}

/** Every line with what the check found; wrong ones first, to be corrected here. */
export function Preview({ rows, onChange, onRemove, isLocked }: PreviewProps) {
  const [open, setOpen] = useState<ImportRow>()
  return (
    <>
      <Table
        caption="Lines of the file"
        columns={columnsOf({ isLocked, onOpen: setOpen, onRemove })}
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
    <FormDialog
      title={`Line ${row.line}`}
      action="Check again"
      onSubmit={() => onChange({ ...row, values, state: { kind: 'checking' } })}
      onClose={onClose}
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
    </FormDialog>
  )
}
