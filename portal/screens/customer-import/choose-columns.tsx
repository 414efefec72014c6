import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Card } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { type Columns, FIELDS, type Field, findColumns, type Table } from './columns.ts'

const NONE = ''
const MISSING = 'First choose the columns with the name and the tenant id.'

/** Which column has what, for files whose columns have other names. */
export function ChooseColumns({
  table,
  columns,
  onChange,
}: {
  table: Table
  columns: Columns
  onChange: (columns: Columns) => void
}) {
  const [chosen, setChosen] = useState<Columns>(() => ({ ...findColumns(table), ...columns }))
  const options = [
    { value: NONE, label: 'Not in the file' },
    ...table.header.map((name, index) => ({ value: String(index), label: name.trim() || `Column ${index + 1}` })),
  ]
  const choose = (field: Field, value: string): void => {
    const { [field]: _, ...others } = chosen
    setChosen(value === NONE ? others : { ...others, [field]: Number(value) })
  }
  const isComplete = chosen.name !== undefined && chosen.tenantId !== undefined
  return (
    <Card title={`What does each column in ${table.fileName} contain?`}>
      <Form
        onSubmit={() => {
          if (isComplete) onChange(chosen)
        }}
        actions={
          <Button type="submit" look="primary" disabledReason={isComplete ? undefined : MISSING}>
            Show the rows
          </Button>
        }
      >
        <div class="import-columns">
          {FIELDS.map(({ id, label, isRequired }) => (
            <Select
              key={id}
              label={isRequired ? `${label} (required)` : label}
              value={String(chosen[id] ?? NONE)}
              onChange={(value) => choose(id, value)}
              options={options}
            />
          ))}
        </div>
      </Form>
    </Card>
  )
}
